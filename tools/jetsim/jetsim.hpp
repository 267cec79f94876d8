// SPDX-License-Identifier: Apache-2.0
// jetsim: be a Jetson. A live emulated board below a mount point, and an emulated workload that runs on it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/tool.hpp"

namespace wattline::jetsim {

struct Options {
  std::string verb;
  std::string directory;
  std::string board, kernel, load = "idle";
  double time_scale = 1;
  bool ideal_sensors = false, foreground = false, lazy = false;
  std::uint64_t seed = 1;
  std::vector<std::string> faults;
  bool clear = false, list = false;
  double from_s = 0, to_s = 0;
  std::string workload;
  int epochs = 1, max_steps = 0, batch = 0;  // 0 = all of the data set; the workload's own
  std::int64_t stabilize_ns = 0;
  double first_factor = 0;  // 0 = the workload's own
  std::string epochs_out;
  cli::RowOptions rows;
};

void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

int mount(const Options& options, cli::Context& context);
int unmount(const Options& options, cli::Context& context);
int fault(const Options& options, cli::Context& context);
int ledger(const Options& options, cli::Context& context);
int step(const Options& options, cli::Context& context);
int truth(const Options& options, cli::Context& context);

}  // namespace wattline::jetsim
