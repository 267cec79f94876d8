// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/units.hpp"
#include "wattcompare/block_order.hpp"
#include "wattcompare/rows.hpp"

namespace wattline::wattcompare {

namespace {

constexpr double kWindows = 10;  // of the sensor, that a run should last

std::vector<Command> commands_of(const Options& options, const cli::Context& context) {
  std::vector<Command> commands;
  for (const std::string& line : options.commands) {
    commands.push_back({0, {"/bin/sh", "-c", line}, !options.as_root});
  }
  for (const std::string& mode : options.modes) {  // pmode sets it as root and runs the command as the calling user
    Command command{0, {io::sibling_tool("pmode"), "run"}, false};
    if (options.as_root) command.argv.emplace_back("--as-root");
    command.argv.insert(command.argv.end(), {mode, "--"});
    command.argv.insert(command.argv.end(), context.command.begin(), context.command.end());
    commands.push_back(command);
  }
  for (std::size_t i = 0; i < commands.size(); ++i) commands[i].number = static_cast<std::int64_t>(i + 1);
  return commands;
}

}  // namespace

Experiment::Experiment(const Options& options, cli::Context& context)
    : options_(options),
      context_(context),
      commands_(commands_of(options, context)),
      pump_(context),
      power_(context, pump_, scratch_.path(), options.rail, options.interval_ns),
      runner_(context, pump_, power_, scratch_, options.timeout_ns),
      cool_down_(context, pump_, power_, options.cool_down == kAutomatic ? "" : options.cool_down,
                 options.cool_limit_ns),
      rows_(context, options.runs_out, run_rows().kind()) {}

std::size_t Experiment::most_blocks() const {
  return options_.max_runs / 2 * 2;
}

bool Experiment::is_time_up() const {
  return options_.max_time_ns > 0 && blocks_ >= kFewestBlocks &&
         context_.clock.mono_ns() - start_ns_ >= options_.max_time_ns;
}

const std::vector<MeasuredRun>& Experiment::run() {
  power_.start();
  if (!power_.metered()) context_.warn("no power sensor was found: only times are compared");
  if (pump_.stopped()) return runs_;
  cool_down_.begin();
  if (!warm_up()) return runs_;
  cool_down_.set_temperature();
  start_ns_ = pump_.now_ns();
  if (run_blocks(std::min(even(options_.rules.pilot), most_blocks()))) run_blocks(plan());
  return runs_;
}

bool Experiment::warm_up() {
  for (int i = 0; i < options_.warm_up; ++i) {
    if (!run_block(0, block_order(static_cast<std::int64_t>(commands_.size()), 1, options_.seed))) return false;
  }
  return !pump_.stopped();
}

// False when a stop signal came or the time is up.
bool Experiment::run_blocks(std::size_t last) {
  while (blocks_ < last) {
    if (blocks_ % 2 == 0 && is_time_up()) return false;
    const auto block = static_cast<std::int64_t>(blocks_ + 1);
    if (!run_block(block, block_order(static_cast<std::int64_t>(commands_.size()), block, options_.seed))) return false;
    ++blocks_;
  }
  return !pump_.stopped();
}

// False when a stop signal came.
bool Experiment::run_block(std::int64_t block, const std::vector<std::int64_t>& order) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto run = runner_.run(commands_[static_cast<std::size_t>(order[i] - 1)]);
    if (!run) return false;
    run->block = block;
    run->position = static_cast<std::int64_t>(i + 1);
    run->cool_down_s = cooled_s_;
    cooled_s_ = cool_down_.wait(run->start_ns, run->end_ns);
    runner_.add_energy(*run);
    if (power_.metered() && !run->energy_j) {
      context_.warn(fmt::format("block {}, command {}: the power readings do not cover the run", block, run->command));
    }
    runs_.push_back(*run);
    if (rows_) run_rows().write(rows_.rows(), *run);
    context_.info(fmt::format("block {}: command {} took {:.3f} s", block, run->command, *run->time_s));
    if (pump_.stopped()) return false;
  }
  return true;
}

// The sensor smears the ends of a run over its window.
void Experiment::note_short_runs() const {
  const double seconds = to_seconds(runs_.back().end_ns - runs_.back().start_ns);
  const double window_s = power_.facts().window_s;
  if (!power_.metered() || seconds >= kWindows * window_s) return;
  context_.note(
      fmt::format("runs of {:.2g} s are short beside the {:.2g} s that the sensor averages over: fewer runs "
                  "would do if they were longer",
                  seconds, window_s));
}

// How many blocks to make in all. It depends on the pilot's variance and on the time that a block takes, and on no
// difference: only then the intervals are honest (paired_difference.hpp).
std::size_t Experiment::plan() {
  note_short_runs();
  const Need need = blocks_needed(runs_, options_.rules);
  std::size_t blocks = std::clamp(even(need.blocks), blocks_, std::max(blocks_, most_blocks()));
  if (options_.max_time_ns > 0) {
    const double block_ns = static_cast<double>(pump_.now_ns() - start_ns_) / static_cast<double>(blocks_);
    const double fitting = static_cast<double>(options_.max_time_ns) / block_ns;
    if (fitting < static_cast<double>(blocks)) blocks = std::max(blocks_, static_cast<std::size_t>(fitting) / 2 * 2);
  }
  if (need.quantity != nullptr) {
    context_.info(fmt::format("{} needs {} runs of each command for {} %; {} are made", need.quantity->name,
                              need.blocks, options_.rules.precision_pct, blocks));
  }
  return blocks;
}

}  // namespace wattline::wattcompare
