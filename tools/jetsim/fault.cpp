// SPDX-License-Identifier: Apache-2.0
// jetsim fault: switch faults on, or list them.
#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "io/attribute.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/rows.hpp"
#include "jetsim/spec/faults.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string directory;
  std::vector<std::string> faults;
  bool clear = false, list = false;
};

void declare(cli::App& app, Options& options) {
  app.add_option("DIRECTORY", options.directory, "Where the board is mounted");
  app.add_option("FAULT", options.faults, "NAME or NAME:ARGUMENT");
  app.add_flag("--clear", options.clear, "Remove all active faults first");
  app.add_flag("--list", options.list, "List the active faults; without a directory, all faults");
}

void print_fault(io::TsvWriter& rows, const FaultKind& kind, const std::string& argument) {
  fault_rows().write(rows, {kind.name, io::or_na(argument), kind.meaning});
}

int list_faults(cli::Context& context) {
  io::TsvWriter rows(context.out, fault_rows().kind(), context.writer_options());
  for (const FaultKind& kind : fault_kinds()) print_fault(rows, kind, kind.argument);
  return to_int(ExitCode::ok);
}

// `text` has one line per fault: NAME or NAME:ARGUMENT.
int list_active(cli::Context& context, const std::string& text) {
  io::TsvWriter rows(context.out, fault_rows().kind(), context.writer_options());
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t colon = line.find(':');
    const std::string argument(colon == std::string_view::npos ? "" : line.substr(colon + 1));
    for (const FaultKind& kind : fault_kinds()) {
      if (kind.name == line.substr(0, colon)) print_fault(rows, kind, argument);
    }
  }
  return to_int(ExitCode::ok);
}

int fault(const Options& options, cli::Context& context) {
  if (options.directory.empty()) return list_faults(context);
  const std::string file = control_file(options.directory, "faults");
  if (options.list) return list_active(context, io::read_text(file).value_or(""));
  const std::string lines = (options.clear ? "clear\n" : "") + fault_lines(options.faults);
  if (lines.empty()) throw usage_error("fault requires the name of a fault", "name a fault, or use --clear or --list");
  if (const int error = io::write_text(file, lines)) throw os_error(file, error);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand fault_subcommand() {
  return cli::subcommand("fault", "Inject faults, or list them", declare, fault, {&fault_rows().kind()});
}

}  // namespace wattline::jetsim
