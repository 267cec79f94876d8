// SPDX-License-Identifier: Apache-2.0
#include "io/repeated_input.hpp"

#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/lines.hpp"
#include "io/output.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

std::string first_line(const RepeatedInput& input) {
  LineReader reader(input.again(), input.name());
  std::string_view line;
  return reader.next(line) ? std::string(line) : "nothing";
}

}  // namespace

TEST_CASE("a file is read from its start each time") {
  const test::Folder folder;
  Output::to_file(folder.file("f")).write("a\nb\n");
  const RepeatedInput input(folder.file("f"));
  CHECK(first_line(input) == "a");
  CHECK(first_line(input) == "a");
}

TEST_CASE("what comes through a pipe is read from its start each time, too") {
  const test::Folder folder;
  const std::string path = folder.file("fifo");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&path] { std::ofstream(path) << "a\nb\n"; });
  const RepeatedInput input(path);
  writer.join();
  CHECK(first_line(input) == "a");
  CHECK(first_line(input) == "a");
}

TEST_CASE("a folder is no input") {
  CHECK_THROWS_AS(RepeatedInput("/"), Error);
}
