// SPDX-License-Identifier: Apache-2.0
#include "io/lines.hpp"

#include <string>
#include <vector>

#include "base/error.hpp"
#include "catch.hpp"
#include "io/output.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using namespace wattline::io;

namespace {

std::vector<std::string> lines_of(LineReader& reader) {
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  return lines;
}

}  // namespace

TEST_CASE("lines come without their ends and without a byte order mark") {
  const test::Folder folder;
  Output::to_file(folder.file("f"))
      .write(
          "\xEF\xBB\xBF"
          "a\r\n\nb\n");
  LineReader reader(folder.file("f"));
  CHECK(lines_of(reader) == std::vector<std::string>{"a", "", "b"});
  CHECK_FALSE(reader.torn());
}

TEST_CASE("a last line without a line feed may be cut within a number and is discarded") {
  const test::Folder folder;
  Output::to_file(folder.file("f")).write("123.4\n12");
  LineReader reader(folder.file("f"));
  CHECK(lines_of(reader) == std::vector<std::string>{"123.4"});
  CHECK(reader.torn());
}

TEST_CASE("a failed read is an error and no end of file") {
  LineReader reader("/");  // read(2) of a directory: EISDIR
  std::string_view line;
  try {
    reader.next(line);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::io);
  }
}

TEST_CASE("UTF-16 is named, with a byte order mark and without") {
  test::Folder folder;
  const std::string path = (folder.path() / "u").string();
  for (const char* bytes : {"\xFF\xFER\0A\0\n\0", "\xFE\xFF\0R\0A\0\n", "R\0A\0M\0\n\0", "\0R\0A\0M\0\n"}) {
    std::ofstream(path, std::ios::binary).write(bytes, 8);
    io::LineReader reader(path);
    std::string_view line;
    CHECK_THROWS_WITH(reader.next(line), path + ": its text is UTF-16");
  }
}
