// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "platform/mode/mode_lock.hpp"
#include "platform/mode/state_file.hpp"
#include "pmode/change.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

struct RestoreOptions {
  std::string file, before;
  bool last = false;
  WaitOptions wait;
};

void declare(cli::App& app, RestoreOptions& options) {
  app.add_option("FILE", options.file, "A file that `pmode save` wrote");
  app.add_flag("--last", options.last, "The state before the latest change, also after a crash of pmode");
  declare_before(app, options.before);
  exclude(app, "--last", {"--before"});
  declare_settle(app, options.wait);
  declare_lock_timeout(app, options.wait);
}

int run(const RestoreOptions& options, cli::Context& context) {
  if (options.last == !options.file.empty()) throw usage_error("restore requires either FILE or --last");
  Change change(context, options.wait);
  const std::string file = options.last ? runtime_file(context.root, kLastState) : options.file;
  std::vector<std::string> unknown;
  const MachineState target = from_attributes(change.machine(), load_state(file), unknown);
  for (const std::string& path : unknown)
    context.warn(file + ": " + path + " is not a knob of this machine, left alone");
  // With --last the file that is being restored must stay as it is until the end.
  change.make(target, {true, !options.last, options.before});
  return 0;
}

}  // namespace

cli::Subcommand restore_subcommand() {
  return cli::subcommand("restore", "Restore a saved state", declare, run);
}

}  // namespace wattline::pmode
