// SPDX-License-Identifier: Apache-2.0
// jetsim mount: serve an emulated board under a directory.
#include <functional>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "io/root.hpp"
#include "io/system_clock.hpp"
#include "jetsim/board/board_tree.hpp"
#include "jetsim/fuse/fuse_server.hpp"
#include "jetsim/fuse/mount_daemon.hpp"
#include "jetsim/fuse/mounts.hpp"
#include "jetsim/jetsim.hpp"

namespace wattline::jetsim {

namespace {

constexpr int kHostTick_ms = 50;

struct Options {
  std::string directory;
  EmulatedMachineOptions machine;
  bool foreground = false;
};

void declare(CLI::App& app, Options& options) {
  EmulatedMachineOptions& machine = options.machine;
  app.add_option("directory", options.directory, "Empty directory to mount on; created when it is missing")->required();
  app.add_option("--board", machine.board, "Board, such as agx-orin")->required();
  app.add_option("--kernel", machine.kernel, "Kernel generation to emulate (default: the board's own)");
  cli::add_choice(app, "--load", machine.load, {{"idle", LoadSource::idle}, {"host", LoadSource::host}},
                  "idle, or host: follow the load of this machine's processors");
  app.add_option("--time-scale", machine.time_scale, "Emulated seconds per second")
      ->check(cli::between(0.01, 10000.0))
      ->capture_default_str();
  app.add_option("--seed", machine.seed, "Seed of everything that is random")->capture_default_str();
  app.add_flag("--ideal-sensors", machine.ideal_sensors, "Sensors whose readings add up to the true energy");
  app.add_flag("-f,--foreground", options.foreground, "Stay in the foreground");
}

// Serves until unmounted. `ready` is called when the tree answers.
void serve_board(const Options& options, const std::string& directory, io::Signals& signals,
                 const std::function<void()>& ready) {
  io::Emulation emulation;
  emulation.time_scale = options.machine.time_scale;
  emulation.origin_mono_ns = io::SystemClock().mono_ns();
  io::SystemClock clock(emulation);
  EmulatedMachine machine(options.machine, clock);
  BoardTree board(machine, emulation.origin_mono_ns);
  ServerHooks hooks;
  hooks.before_access = [&machine] { machine.advance(); };
  hooks.as_other = [&machine] { return machine.faults.has("unprivileged"); };
  hooks.tick = hooks.before_access;
  hooks.tick_ms = machine.load.follows_host() ? kHostTick_ms : -1;
  hooks.ready = ready;
  serve(board.tree(), directory, hooks, signals);
}

int mount(const Options& options, cli::Context& context) {
  context.root = io::Root();  // another board in WATTLINE_ROOT would stay busy as long as this one is mounted
  const BoardSpec checked(options.machine.board);  // a wrong name is reported before anything is mounted
  if (!options.machine.kernel.empty()) kernel_rules(options.machine.kernel);
  const std::string directory = mount_point(options.directory);
  check_fuse();
  serve_mount(options.foreground,
              [&](const std::function<void()>& ready) { serve_board(options, directory, context.signals, ready); });
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand mount_subcommand() {
  return cli::subcommand("mount", "Serve an emulated board under a directory", declare, mount);
}

}  // namespace wattline::jetsim
