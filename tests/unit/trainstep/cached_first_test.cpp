// SPDX-License-Identifier: Apache-2.0
#include "trainstep/cached_first.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "catch.hpp"
#include "page_cache/probe.hpp"
#include "page_oracle.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::trainstep;

namespace {

constexpr std::size_t kSize = 100'000;  // several pages, whatever their size

std::vector<std::size_t> samples_of(const Order& order) {
  std::vector<std::size_t> samples;
  for (std::size_t i = 0; i < order.size; ++i) samples.push_back(order.sample(i));
  return samples;
}

}  // namespace

TEST_CASE("resident samples come first, each sample once, both parts in the usual order") {
  test::SysfsTree tree;
  Dataset set;
  set.size = 40;
  set.file = [&tree](std::size_t i) { return tree.at("/" + std::to_string(i)).string(); };
  for (std::size_t i = 0; i < set.size; ++i) {
    tree.raw_file("/" + std::to_string(i), std::string(kSize, 'x'));
    if (i % 4 != 0) test::leave_resident(set.file(i), 0, 1);
  }
  std::vector<bool> resident;  // as the kernel has it: on tmpfs nothing can be dropped
  for (std::size_t i = 0; i < set.size; ++i)
    resident.push_back(test::count_resident(set.file(i)) == static_cast<long>(page_cache::pages_of(kSize)));
  for (const Order& usual : {sequential_order(set.size), shuffled_order(set.size, 3)}) {
    std::vector<std::size_t> wanted = samples_of(usual);
    std::stable_partition(wanted.begin(), wanted.end(), [&](std::size_t sample) { return resident[sample]; });
    CHECK(samples_of(cached_first_order(set, usual)) == wanted);
  }
}

TEST_CASE("a file that is gone counts as not resident; samples without files have no residency") {
  test::SysfsTree tree;
  tree.raw_file("/1", "x");
  Dataset set;
  set.path = "M";
  set.size = 2;
  CHECK_THROWS_WITH(cached_first_order(set, sequential_order(2)),
                    "--order cached-first: the samples of M have no files of their own");
  set.file = [&tree](std::size_t i) { return tree.at("/" + std::to_string(i)).string(); };
  CHECK(samples_of(cached_first_order(set, sequential_order(2))) == std::vector<std::size_t>{1, 0});
}
