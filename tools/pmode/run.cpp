// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <limits>

#include "base/parse.hpp"
#include "io/child.hpp"
#include "io/rows.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

namespace {

// The child is in the foreground group and gets the terminal's SIGINT and SIGQUIT itself; here they are ignored.
int wait_for(io::Child& child, cli::Context& context) {
  const auto previous = std::signal(SIGQUIT, SIG_IGN);
  while (!child.poll()) {
    const int wake = context.signals.fd();
    context.clock.wait_until(std::numeric_limits<std::int64_t>::max() / 2, &wake, 1);
    context.signals.drain();
    const int signal = context.signals.take_stop();
    if (signal == SIGTERM || signal == SIGHUP) child.kill(signal);
  }
  std::signal(SIGQUIT, previous);
  return child.wait();
}

}  // namespace

int hold(const Options& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("hold: no command", "pmode hold -- COMMAND ARGUMENTS");
  const platform::ModeLock lock(context.root, context.clock, context.signals, join(context.argv, " "), options.wait_ns);
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  spawn.environment = {platform::ModeLock::pass()};
  io::Child child = io::Child::spawn(context.command, spawn);
  return wait_for(child, context);
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
    status = wait_for(child, context);
  } catch (const Error&) {
    change.undo();
    throw;
  }
  change.warn_of_deviations();
  change.undo();
  return status;
}

}  // namespace wattline::pmode
