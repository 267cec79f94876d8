// SPDX-License-Identifier: Apache-2.0
// Runs the commands block after block: a pilot, then as many blocks as its variance asks for.
#pragma once
#include <cstdint>
#include <vector>

#include "cli/side_file.hpp"
#include "wattcompare/command_runner.hpp"
#include "wattcompare/cool_down.hpp"
#include "wattcompare/options.hpp"

namespace wattline::wattcompare {

class Experiment {
 public:
  Experiment(const Options& options, cli::Context& context);
  // The runs, warm-up and all; each is written to --runs-out at once. A stop signal ends it early.
  const std::vector<MeasuredRun>& run();
  bool stopped() const { return pump_.stopped(); }

 private:
  bool warm_up();
  bool run_blocks(std::size_t last);
  bool run_block(std::int64_t block, const std::vector<std::int64_t>& order);
  std::size_t plan();
  void note_short_runs() const;
  std::size_t most_blocks() const;
  bool is_time_up() const;

  const Options& options_;
  cli::Context& context_;
  std::vector<Command> commands_;
  measure::TemporaryFolder scratch_{"wattcompare"};
  measure::Pump pump_;
  PowerMeter power_;
  CommandRunner runner_;
  CoolDown cool_down_;
  cli::SideFile rows_;
  std::vector<MeasuredRun> runs_;
  std::size_t blocks_ = 0;  // counted ones
  std::int64_t start_ns_ = 0;
  double cooled_s_ = 0;  // before the next run
};

}  // namespace wattline::wattcompare
