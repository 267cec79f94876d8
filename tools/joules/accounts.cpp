// SPDX-License-Identifier: Apache-2.0
#include "joules/accounts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/rail_track.hpp"
#include "base/units.hpp"
#include "io/source.hpp"
#include "joules/power_stream.hpp"
#include "joules/read_account.hpp"
#include "joules/rows.hpp"
#include "model/account_activity.hpp"
#include "model/energy_division.hpp"
#include "model/power_blocks.hpp"

namespace wattline::joules {

namespace {

using model::AccountLog;
using model::BlockActivity;
using model::EnergyDivision;
using model::PowerBlocks;

constexpr std::size_t kMostAccounts = 4;

struct Recorded {
  std::vector<AccountLog> logs;
  double first_s = -std::numeric_limits<double>::infinity(), last_s = std::numeric_limits<double>::infinity();
};

void note_no_program(const Options& options, const std::string& source, const cli::Context& context) {
  std::string text =
      options.programs + ": no " + (options.control_groups ? "control group" : "process") + " used CPU time";
  if (source == "emulated") text += ": an emulated board counts that of its own workloads, as of jetsim step";
  context.note(text);
}

Recorded read_accounts(const Options& options, cli::Context& context) {
  if (!options.programs.empty()) {
    ReadPrograms programs = read_programs(options.programs, options.control_groups, options.allow_mixed);
    if (programs.torn) context.warn_torn(options.programs);
    if (programs.gaps > 0) {
      context.warn(options.programs + ": gaps in its rows: " + std::to_string(programs.gaps) +
                   "; in each, the programs are assumed to have done what the next row says");
    }
    if (programs.logs.empty()) note_no_program(options, programs.source, context);
    return {std::move(programs.logs), programs.first_s, programs.last_s};
  }
  std::vector<AccountLog> logs;
  for (const std::string& argument : options.accounts) {
    ReadAccount account = read_account(argument, options.allow_mixed);
    for (const std::string& file : account.torn_files) context.warn_torn(file);
    const std::string name = account.log.name;
    logs.push_back(std::move(account.log));
    const auto same = [&](const AccountLog& log) { return log.name == name; };
    if (name == "idle" || name == "shared" || name == "all" || std::count_if(logs.begin(), logs.end(), same) > 1) {
      throw usage_error("--program " + name + ": this name is taken", "choose another name");
    }
  }
  if (logs.size() > kMostAccounts) {
    throw usage_error("--program: more than " + std::to_string(kMostAccounts) + " programs");
  }
  return {std::move(logs)};
}

// Where it is not known which programs ran, power cannot be divided.
std::vector<PowerBlocks::Block> blocks_between(const PowerBlocks& recorded, double first_s, double last_s) {
  std::vector<PowerBlocks::Block> blocks = recorded.complete();
  const auto is_outside = [&](const PowerBlocks::Block& block) {
    return block.start_s < first_s || block.end_s > last_s;
  };
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(), is_outside), blocks.end());
  return blocks;
}

void check_clock(const AccountLog& log, const PowerStream& power) {
  const auto offset_s = power.offset_s();
  if (!offset_s || !log.offset_s || std::fabs(*offset_s - *log.offset_s) <= kSameClockS) return;
  throw data_error("power and account " + log.name + " come from two boots or machines: time_s - mono_s differs by " +
                       std::to_string(std::fabs(*offset_s - *log.offset_s)) + " s",
                   "record power and programs at the same time, in one boot");
}

PowerBlocks read_power(PowerStream& power, const std::vector<AccountLog>& logs, const Options& options,
                       double block_s) {
  PowerBlocks blocks(block_s, options.rails.size());
  std::vector<RailTrack> tracks;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    tracks.emplace_back(power.facts(rail), to_seconds(options.max_gap_ns));
  }
  bool checked = false;
  while (const PowerSample* sample = power.next()) {
    const std::size_t rail = sample->rail;
    for (std::size_t i = 0; !checked && i < logs.size(); ++i) check_clock(logs[i], power);
    checked = true;
    tracks[rail].push(sample->t_s, sample->power_w, sample->stale,
                      [&](const Segment& segment) { blocks.add(rail, segment); });
  }
  for (std::size_t rail = 0; rail < tracks.size(); ++rail) {
    tracks[rail].close([&](const Segment& segment) { blocks.add(rail, segment); });
  }
  return blocks;
}

class Accounts {
 public:
  Accounts(const Options& options, cli::Context& context, const PowerStream& power, const std::vector<AccountLog>& logs,
           const PowerBlocks& recorded, const std::vector<BlockActivity>& blocks)
      : options_(options),
        context_(context),
        power_(power),
        logs_(logs),
        recorded_(recorded),
        blocks_(blocks),
        total_(Eigen::VectorXd::Zero(model::quantities_of(logs.size()))),
        pinned_(power.clocks_pinned()),
        changed_(!pinned_ && logs.size() > 1 && model::clocks_changed(blocks, logs)),
        table_(account_rows(options.rails.size() > 1)),
        stream_(context, options.rows, table_.kind()),
        source_(joined_source("", "", power, options.allow_mixed)) {
    for (const BlockActivity& block : blocks) total_ += block.amounts;
    for (const AccountLog& log : logs) {
      const std::string of_log = joined_source("the rows of " + log.name, log.source, power, options.allow_mixed);
      source_ = io::joined_source(source_, of_log);
    }
  }

  void print_rail(std::size_t rail) {
    double all_j = 0;
    for (const BlockActivity& block : blocks_) all_j += block.energy_j[rail];
    const EnergyDivision division = divide(rail);
    const auto print_account = [&](const AccountRow& row, EnergyDivision::Energy energy) {
      if (const auto error_w = power_.facts(rail).error_w) energy = division.widened(energy, *error_w, row.duration_s);
      print(rail, row, energy);
    };
    print_account({"idle", total_[model::kIdle]}, division.idle(total_, all_j));
    print_account({"shared", ran_s({})}, division.shared(total_, all_j));
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      AccountRow row{logs_[i].name, ran_s(i)};
      if (!logs_[i].cpu.empty()) row.cpu_s = total_[model::cpu_of(i)];
      if (!logs_[i].steps.empty() && options_.programs.empty()) row.steps = total_[model::steps_of(i)];
      print_account(row, division.account(i, total_, all_j));
    }
    const double error_j = sampling_error_j(rail) + power_.facts(rail).error_w.value_or(0) * total_[model::kIdle];
    print(rail, {"all", total_[model::kIdle]}, {all_j, std::max(all_j - error_j, 0.0), all_j + error_j});
  }

  void report_unknown() const {
    if (unknown_.empty()) return;
    const std::string names = "cannot be told apart: " + join(unknown_, ", ");
    if (changed_) {
      context_.note(names + ": the clocks changed with the programs that ran; pin them (pmode set, pmode pin)");
    } else {
      context_.note(names + ": let the programs start and end at different times" +
                    (pinned_ ? "" : ", and pin the clocks (pmode set, pmode pin)"));
    }
  }

 private:
  EnergyDivision divide(std::size_t rail) const {
    EnergyDivision division(blocks_, rail, pinned_, changed_);
    if (division.known()) return division;
    throw data_error("too few power rows while the same programs ran",
                     "record some seconds before, between and after the starts and ends of the programs");
  }
  // The bound of all energy without the sensor's systematic error, which is the same for all accounts.
  double sampling_error_j(std::size_t rail) const {
    const RailFacts facts = power_.facts(rail);
    const EnergyResult all = recorded_.all(rail, facts);
    return all.error_j ? *all.error_j - *facts.error_w * all.length_s : 0;
  }
  // How long the program ran, or any of them.
  double ran_s(std::optional<std::size_t> account) const {
    double sum_s = 0;
    for (const BlockActivity& block : blocks_) {
      sum_s += account ? model::amount_between(logs_[*account].running, block.start_s, block.start_s + block.length_s)
                       : block.amounts[model::kShared];
    }
    return sum_s;
  }
  // Without the error of the sensor, which the meta file states, there are no bounds.
  void print(std::size_t rail, AccountRow row, const EnergyDivision::Energy& energy) {
    row.rail = options_.rails[rail];
    row.source = source_;
    row.energy_j = energy.energy_j;
    if (energy.energy_j && row.duration_s > 0) row.mean_power_w = *energy.energy_j / row.duration_s;
    if (power_.facts(rail).error_w) {
      row.low_j = energy.low_j;
      row.high_j = energy.high_j;
    }
    const std::string name(row.account);
    if (!energy.energy_j && std::find(unknown_.begin(), unknown_.end(), name) == unknown_.end()) {
      unknown_.push_back(name);
    }
    table_.write(stream_.rows(), row);
  }
  const Options& options_;
  cli::Context& context_;
  const PowerStream& power_;
  const std::vector<AccountLog>& logs_;
  const PowerBlocks& recorded_;
  const std::vector<BlockActivity>& blocks_;
  Eigen::VectorXd total_;
  bool pinned_, changed_;
  io::RowTable<AccountRow> table_;
  cli::RowStream stream_;
  std::string source_;
  std::vector<std::string> unknown_;
};

}  // namespace

int print_accounts(const Options& options, cli::Context& context) {
  const auto [logs, first_s, last_s] = read_accounts(options, context);
  PowerStream power(options.power_files, options.rails, options.clock, options.allow_mixed, context);
  double window_s = 0;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    window_s = std::max(window_s, power.facts(rail).window_s);
  }
  const PowerBlocks recorded = read_power(power, logs, options, model::block_length_s(window_s));
  const auto blocks =
      model::activity_of(blocks_between(recorded, first_s, last_s), logs, window_s + recorded.interval_s());
  if (recorded.incomplete() > 0) {
    context.note(std::to_string(recorded.incomplete()) + " of " + std::to_string(recorded.size()) +
                 " parts of the power rows have gaps and are left out");
  }
  Accounts accounts(options, context, power, logs, recorded, blocks);
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) accounts.print_rail(rail);
  accounts.report_unknown();
  return to_int(ExitCode::ok);
}

}  // namespace wattline::joules
