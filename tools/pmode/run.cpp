// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"
#include "cli/foreground.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

int hold(const Options& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("hold: no command", "pmode hold -- COMMAND ARGUMENTS");
  const platform::ModeLock lock(context.root, context.clock, context.signals, join(context.argv, " "), options.wait_ns);
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  spawn.environment = {platform::ModeLock::pass()};
  io::Child child = io::Child::spawn(context.command, spawn);
  return cli::wait_in_foreground(child, context);
}

int run_under(const Options& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("run: no command", "pmode run MODE -- COMMAND ARGUMENTS");
  Change change(context, options);
  change.make(resolve_target(change.machine(), options), {});
  if (!options.rows.output.empty()) {
    cli::RowStream stream(context, options.rows, io::knob_rows());
    print_knobs(stream, change.machine(), change.knobs());
  }
  int status = 0;
  try {
    io::SpawnOptions spawn;
    spawn.as_caller = !options.as_root;
    io::Child child = io::Child::spawn(context.command, spawn);
    status = cli::wait_in_foreground(child, context);
  } catch (const Error&) {
    change.undo();
    throw;
  }
  change.warn_of_deviations();
  change.undo();
  return status;
}

}  // namespace wattline::pmode
