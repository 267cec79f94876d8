// SPDX-License-Identifier: Apache-2.0
#include "measure/board_modes.hpp"

#include <unistd.h>

#include <optional>

#include "base/error.hpp"
#include "io/child.hpp"
#include "io/pipe.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::measure {

namespace {

std::vector<std::string> command_line(const cli::Context& context) {
  std::vector<std::string> argv{io::sibling_tool("pmode")};
  if (!context.root.is_host()) {
    argv.emplace_back("--root");
    argv.push_back(context.root.directory().string());
  }
  argv.emplace_back("enum");
  return argv;
}

}  // namespace

io::ProfileTable board_modes(const cli::Context& context, const std::string& hint) {
  io::Pipe rows;
  io::SpawnOptions spawn;
  spawn.null_stdin = spawn.die_with_parent = true;
  spawn.stdout_fd = rows.write_end.get();
  io::Child child = io::Child::spawn(command_line(context), spawn);
  rows.write_end.reset();
  io::ProfileTable table;
  std::optional<Error> unread;
  try {
    io::TsvReader reader(std::move(rows.read_end), "pmode enum");
    table = io::read_profiles(reader, io::ProfileNeeds::mode);
  } catch (const Error& error) {  // pmode has failed, or is another program
    unread = error;
  }
  const int status = child.wait();
  if (status > to_int(ExitCode::partial))
    throw Error(static_cast<ExitCode>(status), "pmode enum: ended with status " + std::to_string(status), hint);
  if (unread) throw *unread;
  if (table.rows.empty()) throw data_error("pmode enum: no modes", hint);
  return table;
}

}  // namespace wattline::measure
