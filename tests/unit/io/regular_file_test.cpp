// SPDX-License-Identifier: Apache-2.0
#include "io/regular_file.hpp"

#include <sys/stat.h>

#include <fstream>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/filesystem.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

std::string problem_of(const std::string& path, std::uint64_t limit = io::kNoLimit) {
  std::vector<std::uint8_t> data;
  try {
    io::read_regular_file(path, data, limit);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::data);
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a whole file is read into memory that is kept") {
  const test::Folder folder;
  const std::string file = folder.file("f");
  std::ofstream(file) << "abc";
  std::vector<std::uint8_t> data(1000);
  io::read_regular_file(file, data, 3);
  CHECK(data == std::vector<std::uint8_t>{'a', 'b', 'c'});
}

TEST_CASE("what is no regular file is refused at once") {
  const test::Folder folder;
  REQUIRE(::mkfifo(folder.file("fifo").c_str(), 0600) == 0);
  CHECK(problem_of(folder.file("fifo")) == folder.file("fifo") + ": is a FIFO, not a regular file");
  CHECK(problem_of(folder.file(".")) == folder.file(".") + ": is a folder, not a regular file");
  CHECK(problem_of("/dev/null") == "/dev/null: is a device, not a regular file");
  CHECK(problem_of(folder.file("none")) == folder.file("none") + ": No such file or directory");
}

TEST_CASE("a file that is too large is named with its size") {
  const test::Folder folder;
  const std::string file = folder.file("sparse");
  std::ofstream(file) << "";
  fs::resize_file(file, std::uintmax_t{1} << 42);
  CHECK(problem_of(file, 1 << 20) == file + ": has 4398046511104 bytes, the most are 1048576");
  CHECK(problem_of(file) == file + ": its 4398046511104 bytes do not fit into memory");
}
