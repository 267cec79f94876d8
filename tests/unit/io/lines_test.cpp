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
