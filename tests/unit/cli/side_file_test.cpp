// SPDX-License-Identifier: Apache-2.0
#include "cli/side_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/attribute.hpp"
#include "io/system_clock.hpp"
#include "scratch_folder.hpp"

using namespace wattline;

namespace {

const io::RowKind kKind{"test", {{"value", "1", 0, "a value"}}};

// What `path` gets when the row 7 is written after the line "command" on standard output, which goes to `out`.
void write_after_command(const std::string& path, const std::string& out, io::RowFormat format = io::RowFormat::tsv) {
  const int status = test::in_child([&] {
    ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    io::SystemClock clock;
    io::Signals signals;
    io::Output rows = io::Output::to_stdout();
    cli::Context context{io::Root(), clock, rows, signals};
    context.format = format;
    cli::SideFile file(context, path, kKind);
    rows.write("command\n");
    if (file) file.rows().integer(7).end_row();
    return 0;
  });
  REQUIRE(status == 0);
}

}  // namespace

TEST_CASE("a side file is written to its path, and with - to standard output in one piece") {
  const test::Folder folder;
  const std::string out = folder.file("out");
  write_after_command(folder.file("side"), out);
  CHECK(io::read_text(folder.file("side")) == "value\n7");
  CHECK(io::read_text(out) == "command");
  write_after_command("-", out);
  CHECK(io::read_text(out) == "command\nvalue\n7");
  write_after_command("-", out, io::RowFormat::jsonl);
  CHECK(io::read_text(out) == "command\n{\"value\":7}");
  write_after_command("", out);
  CHECK(io::read_text(out) == "command");
  CHECK(folder.names() == std::vector<std::string>{"out", "side"});
}

TEST_CASE("two kinds of rows on one standard output are refused") {
  cli::RowOptions rows;
  CHECK_THROWS_AS(cli::check_side_file("--summary", "-", rows), Error);
  CHECK_NOTHROW(cli::check_side_file("--summary", "file", rows));
  rows.output = "-";
  CHECK_THROWS_AS(cli::check_side_file("--summary", "-", rows), Error);
  rows.output = "rows.tsv";
  CHECK_NOTHROW(cli::check_side_file("--summary", "-", rows));
}
