// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "cli/foreground.hpp"
#include "cli/option_types.hpp"
#include "io/child.hpp"
#include "pmode/change.hpp"
#include "pmode/knob_printer.hpp"
#include "pmode/mode_argument.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

namespace {

struct RunOptions : ChangeOptions {
  bool as_root = false;
};

void declare(cli::App& app, RunOptions& options) {
  app.add_option("MODE", options.mode.mode, "As for set").required();
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root instead of the calling user");
  declare_change(app, options);
}

int run_command(const RunOptions& options, cli::Context& context) {
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  io::Child child = io::Child::spawn(context.command, spawn);
  return cli::wait_in_foreground(child, context);
}

int run(const RunOptions& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("run requires -- COMMAND", "pmode run MODE -- COMMAND ARGUMENTS");
  check_rows_wanted(options.rows, !options.rows.output.empty(), "add -o FILE");
  Change change(context, options.wait);
  const platform::MachineState target = resolve_target(context, change.machine(), options.mode, options.knobs);
  std::optional<cli::RowStream> stream;
  if (!options.rows.output.empty()) stream.emplace(context, options.rows, knob_rows().kind());
  Change::Rules rules;
  rules.temporary = true;
  change.make(target, rules);
  int status = 0;
  std::vector<std::string> deviations;
  change.undo_after([&] {
    if (stream) print_knobs(*stream, change.machine(), change.knobs());
    status = run_command(options, context);
    deviations = change.deviations();
  });
  for (const std::string& text : deviations) context.warn("the mode did not stay in force: " + text);
  return status;
}

}  // namespace

cli::Subcommand run_subcommand() {
  return cli::wrapping_subcommand("run", "Set a mode, run the command after --, restore the earlier state", declare,
                                  run);
}

}  // namespace wattline::pmode
