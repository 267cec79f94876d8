// SPDX-License-Identifier: Apache-2.0
#include "joules/accounts.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/rail_track.hpp"
#include "base/units.hpp"
#include "io/source.hpp"
#include "joules/account_activity.hpp"
#include "joules/account_fit.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

namespace {

constexpr double kShortestBlock_s = 1, kWindowsInBlock = 3;
constexpr std::size_t kMostAccounts = 4;

std::vector<AccountLog> read_accounts(const Options& options) {
  std::vector<AccountLog> logs;
  for (const std::string& argument : options.accounts) {
    logs.push_back(read_account(argument, options.allow_mixed));
    const std::string& name = logs.back().name;
    const auto same = [&](const AccountLog& log) { return log.name == name; };
    if (name == "idle" || name == "shared" || name == "all" || std::count_if(logs.begin(), logs.end(), same) > 1) {
      throw usage_error("--account " + name + ": this name is taken", "choose another name");
    }
  }
  if (logs.size() > kMostAccounts) {
    throw usage_error("--account: more than " + std::to_string(kMostAccounts) + " programs");
  }
  return logs;
}

void check_clock(const AccountLog& log, const PowerStream& power) {
  const auto offset_s = power.offset_s();
  if (!offset_s || !log.offset_s || std::fabs(*offset_s - *log.offset_s) <= kSameClockS) return;
  throw data_error("power and account " + log.name + " come from two boots or machines: time_s - mono_s differs by " +
                   std::to_string(std::fabs(*offset_s - *log.offset_s)) + " s");
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

// Largest change of the power while no program ran, from one such time to another: silicon that a program has warmed
// draws more power.
double idle_change_w(const std::vector<BlockActivity>& blocks, std::size_t rail) {
  double low_w = 1e300, high_w = 0, energy_j = 0, length_s = 0;
  const auto finish = [&] {
    if (length_s > 0) {
      low_w = std::min(low_w, energy_j / length_s);
      high_w = std::max(high_w, energy_j / length_s);
    }
    energy_j = length_s = 0;
  };
  for (const BlockActivity& block : blocks) {
    if (!block.state || *block.state != 0) {
      finish();
      continue;
    }
    energy_j += block.energy_j[rail];
    length_s += block.length_s;
  }
  finish();
  return std::max(high_w - low_w, 0.0);
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
        total_(Eigen::VectorXd::Zero(quantities_of(logs.size()))),
        pinned_(power.clocks_pinned()),
        changed_(!pinned_ && logs.size() > 1 && clocks_changed(blocks, logs)),
        table_(account_rows(options.rails.size() > 1)),
        stream_(context, options.rows, table_.kind()) {
    for (const BlockActivity& block : blocks) total_ += known(block.amounts);
    for (const AccountLog& log : logs) {
      const std::string of_log = joined_source("the rows of " + log.name, log.source, power, options.allow_mixed);
      source_ = io::joined_source(source_, of_log);
    }
  }

  void print_rail(std::size_t rail) {
    double all_j = 0;
    for (const BlockActivity& block : blocks_) all_j += block.energy_j[rail];
    const AccountFit fit = fit_rail(rail);
    const double change_w = idle_change_w(blocks_, rail);
    const auto energy_of = [&](Eigen::Index first, Eigen::Index count) {
      Eigen::VectorXd part = Eigen::VectorXd::Zero(total_.size());
      part.segment(first, count) = total_.segment(first, count);
      return fit.energy_of(part);
    };
    const AccountFit::Energy idle = energy_of(kIdle, 1);
    // What each of them adds depends on the clocks, so only the sum of all is known.
    const AccountFit::Energy anything{std::nullopt, 0, std::max(all_j - idle.low_j, 0.0)};
    print(rail, {"idle", total_[kIdle]}, idle, change_w);
    print(rail, {"shared", ran_s({})}, changed_ ? anything : energy_of(kShared, 1), change_w);
    for (std::size_t i = 0; i < logs_.size(); ++i) {
      AccountRow row{logs_[i].name, ran_s(i)};
      row.cpu_s = total_[cpu_of(i)];
      if (!logs_[i].steps.empty()) row.steps = total_[steps_of(i)];
      print(rail, row, changed_ ? anything : energy_of(cpu_of(i), kOfAccount), change_w);
    }
    const double error_j = sampling_error_j(rail);
    print(rail, {"all", total_[kIdle]}, {all_j, all_j - error_j, all_j + error_j}, 0);
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
  // With pinned clocks, nothing that the fit can see is shared.
  Eigen::VectorXd known(Eigen::VectorXd amounts) const {
    if (pinned_) amounts[kShared] = 0;
    return amounts;
  }
  AccountFit fit_rail(std::size_t rail) const {
    AccountFit fit;
    for (const BlockActivity& block : blocks_) {
      if (!block.state || block.length_s <= 0) continue;
      fit.add(*block.state, known(block.amounts) / block.length_s, block.doubts / (block.length_s * block.length_s),
              block.energy_j[rail] / block.length_s);
    }
    if (!fit.solve()) {
      throw data_error("--account: too few power rows while the same programs ran",
                       "record some seconds before, between and after the starts and ends of the programs");
    }
    return fit;
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
      sum_s += account ? amount_between(logs_[*account].running, block.start_s, block.start_s + block.length_s)
                       : block.amounts[kShared];
    }
    return sum_s;
  }
  // The errors of the sensor and of the idle power count for as long as the account lasted.
  void print(std::size_t rail, AccountRow row, const AccountFit::Energy& energy, double change_w) {
    row.rail = options_.rails[rail];
    row.source = source_;
    row.energy_j = energy.energy_j;
    if (energy.energy_j && row.duration_s > 0) row.mean_power_w = *energy.energy_j / row.duration_s;
    if (const auto error_w = power_.facts(rail).error_w) {
      const double error_j = (*error_w + change_w) * row.duration_s;
      row.low_j = std::max(energy.low_j - error_j, 0.0);
      row.high_j = energy.high_j + error_j;
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
  const std::vector<AccountLog> logs = read_accounts(options);
  for (const AccountLog& log : logs) {
    for (const std::string& file : log.torn_files) context.warn_torn(file);
  }
  PowerStream power(options.power_files, options.rails, options.clock, options.allow_mixed, context);
  double window_s = 0;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    window_s = std::max(window_s, power.facts(rail).window_s);
  }
  const PowerBlocks recorded = read_power(power, logs, options, std::max(kShortestBlock_s, kWindowsInBlock * window_s));
  const auto blocks = activity_of(recorded.complete(), logs, window_s + recorded.interval_s());
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
