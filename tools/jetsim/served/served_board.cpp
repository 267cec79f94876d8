// SPDX-License-Identifier: Apache-2.0
#include "jetsim/served/served_board.hpp"

#include "cli/option_types.hpp"

namespace wattline::jetsim {

namespace {

constexpr int kHostTick_ms = 50;

io::Emulation emulation_from_now(double time_scale) {
  io::Emulation emulation;
  emulation.time_scale = time_scale;
  emulation.origin_mono_ns = io::SystemClock().mono_ns();
  return emulation;
}

}  // namespace

void declare_board(cli::App& app, EmulatedMachineOptions& machine) {
  app.add_option("--board", machine.board, "Board, such as agx-orin").required();
  app.add_option("--boot", machine.boot, "Mode that the board booted in [its default; no mode is in force]");
  app.add_option("--kernel", machine.kernel, "Kernel generation to emulate [the board's own]");
  cli::add_choice(app, "--load", machine.load, {{"idle", LoadSource::idle}, {"host", LoadSource::host}},
                  "idle, or host: follow the load of this machine's processors");
  app.add_option("--time-scale", machine.time_scale, "Emulated seconds per second")
      .check(cli::between(0.01, 10000.0))
      .capture_default_str();
  app.add_option("--seed", machine.seed, "Seed of everything that is random").capture_default_str();
  app.add_flag("--ideal-sensors", machine.ideal_sensors, "Sensors whose readings add up to the true energy");
}

void check_board(const EmulatedMachineOptions& machine) {
  const BoardSpec checked(machine.board, machine.boot);
  if (!machine.kernel.empty()) kernel_rules(machine.kernel);
}

ServedBoard::ServedBoard(const EmulatedMachineOptions& options)
    : emulation_(emulation_from_now(options.time_scale)),
      clock_(emulation_),
      machine_(options, clock_),
      board_(machine_, emulation_.origin_mono_ns) {}

ServerHooks ServedBoard::hooks() {
  ServerHooks hooks;
  hooks.before_access = [this] { machine_.advance(); };
  hooks.as_other = [this] { return machine_.faults.has("unprivileged"); };
  hooks.tick = hooks.before_access;
  hooks.tick_ms = machine_.load.follows_host() ? kHostTick_ms : -1;
  return hooks;
}

}  // namespace wattline::jetsim
