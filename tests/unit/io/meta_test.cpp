// SPDX-License-Identifier: Apache-2.0
#include "io/meta.hpp"

#include <cerrno>
#include <fstream>

#include "catch.hpp"
#include "io/filesystem.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using io::Meta;

TEST_CASE("the meta file of a file that runs appended to keeps a record of each, and the last one is read") {
  const test::Folder folder;
  const std::string path = folder.file("rows.meta");
  io::write_meta(path, {{"tool", "powerlog"}, {"argv", "a\tb"}, {"host", "first"}});
  const Meta second{{io::kAppendedAt, "120"}, {"tool", "powerlog"}};
  io::write_meta(path, second, io::read_meta_records(path));
  CHECK(io::read_meta(path) == second);
  CHECK(io::read_meta(path, "host").empty());
  const Meta third{{io::kAppendedAt, "240"}, {"tool", "loadlog"}};
  io::write_meta(path, third, io::read_meta_records(path));
  CHECK(io::read_meta(path) == third);
  CHECK(io::read_meta_records(path) ==
        "\ntool\tpowerlog\nargv\ta\\tb\nhost\tfirst"
        "\nappended_at_b\t120\ntool\tpowerlog"
        "\nappended_at_b\t240\ntool\tloadlog");
}

TEST_CASE("records are not read from a file that is no meta file") {
  const test::Folder folder;
  const std::string path = folder.file("rows.meta");
  std::string problem = "of another file";
  CHECK(io::read_meta_records(path).empty());
  CHECK(io::read_meta(path, problem).empty());
  CHECK(problem.empty());
  std::ofstream(path) << "tool\tpowerlog\n";
  CHECK_THROWS_WITH(io::read_meta_records(path), path + ": is no meta file");
  CHECK_THROWS_WITH(io::read_meta(path), path + ": is no meta file");
  CHECK(io::read_meta(path, problem).empty());
  CHECK(problem == "is no meta file");
  io::write_meta(path, {});
  io::read_meta(path, problem);
  CHECK(problem.empty());
}

TEST_CASE("a meta file too long to be one is not taken for an absent one") {
  const test::Folder folder;
  const std::string path = folder.file("rows.meta");
  std::ofstream(path) << "name\tvalue\n";
  fs::resize_file(path, 17 << 20);
  errno = ENOENT;  // left by another call
  CHECK_THROWS_WITH(io::read_meta_records(path), Catch::Matchers::ContainsSubstring("File too large"));
}
