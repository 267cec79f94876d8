// SPDX-License-Identifier: Apache-2.0
#include "trainstep/environment.hpp"

#include "catch.hpp"
#include "platform/load/storage.hpp"

using namespace wattline;
using platform::storage_facts;
using trainstep::add_environment;

TEST_CASE("the meta file names the file system of the data set, and a disk if there is one") {
  const io::Meta facts = storage_facts("/proc", io::Root());
  CHECK(io::meta_values(facts, "data_filesystem") == std::vector<std::string>{"proc"});
  CHECK(io::meta_values(facts, "data_device").empty());
  CHECK(storage_facts("", io::Root()).empty());
  CHECK(storage_facts("/nonexistent/images", io::Root()).empty());
}

TEST_CASE("the machine's facts do not replace those that the run has itself") {
  io::Meta meta{{"model", "lenet"}};
  add_environment(meta, "", io::Root());
  CHECK(io::meta_values(meta, "model") == std::vector<std::string>{"lenet"});
  CHECK(io::meta_values(meta, "mode_start").size() == 1);
  CHECK(io::meta_values(meta, "board").size() == 1);
}
