// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/foreground.hpp"
#include "cli/option_types.hpp"
#include "io/child.hpp"
#include "platform/mode/machine.hpp"
#include "platform/mode/mode_lock.hpp"
#include "pmode/options.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

namespace {

struct HoldOptions {
  bool as_root = false;
  WaitOptions wait;
};

void declare(cli::App& app, HoldOptions& options) {
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root instead of the calling user");
  declare_lock_timeout(app, options.wait);
}

int run(const HoldOptions& options, cli::Context& context) {
  if (context.command.empty()) throw usage_error("hold requires -- COMMAND", "pmode hold -- COMMAND ARGUMENTS");
  platform::machine_with_knobs(context.root);
  const platform::ModeLock lock(context.root, context.clock, context.signals, join(context.argv, " "),
                                options.wait.lock_timeout_ns, kLockHint);
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  spawn.environment = lock.pass();
  io::Child child = io::Child::spawn(context.command, spawn);
  return cli::wait_in_foreground(child, context);
}

}  // namespace

cli::Subcommand hold_subcommand() {
  return cli::wrapping_subcommand("hold", "Keep others from setting modes while the command after -- runs", declare,
                                  run);
}

}  // namespace wattline::pmode
