// SPDX-License-Identifier: Apache-2.0
#include "joules/energy_printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/error.hpp"
#include "base/wall_clock.hpp"
#include "io/source.hpp"
#include "joules/baseline.hpp"

namespace wattline::joules {

namespace {

constexpr long long kFewestRuns = 16;  // of a group that recurs
constexpr double kMuchBetter = 0.5;    // of the other bound

// Those that joules puts in front of its rows, whose other columns have these names.
std::vector<io::MachineTag> machine_of(const std::vector<io::Tag>& tags, const std::vector<std::string>& names) {
  std::vector<io::MachineTag> machine;
  for (const io::Tag& tag : tags) {
    const bool written = !tag.unless_present || std::count(names.begin(), names.end(), tag.name) == 0;
    const bool of_machine =
        std::find(std::begin(io::kMachineTags), std::end(io::kMachineTags), tag.name) != std::end(io::kMachineTags);
    if (written && of_machine) machine.push_back({tag.name, tag.value});
  }
  return machine;
}

void check_machine(const std::vector<io::MachineTag>& machine, const PowerStream& power) {
  for (const io::MachineTag& tag : machine) {
    for (const auto& file : power.files()) {
      const std::string_view other = file->machine().value(tag.name);
      if (other.empty() || other == tag.value) continue;
      throw data_error("the " + tag.name + " of the intervals is " + tag.value + ", that of " + file->path() + " is " +
                           std::string(other),
                       "choose the rows of one " + tag.name);
    }
  }
}

}  // namespace

EnergyPrinter::EnergyPrinter(const Options& options, const std::vector<std::string>& names, cli::Context& context,
                             const PowerStream& power, GroupPower* fit)
    : options_(options),
      power_(power),
      fit_(fit),
      table_(energy_rows({names, sums(options), !options.net.empty(), options.rails.size() > 1, options.per})),
      stream_(context, options.rows, table_.kind()),
      machine_(machine_of(context.tags, names)) {
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) facts_.push_back(power.facts(rail));
  if (!options.net.empty()) baseline_w_ = read_baseline(options.net, options.rails);
}

void EnergyPrinter::add(const Interval& interval) {
  check_machine(machine_, power_);
  check_machine(interval.machine, power_);
  wall_clock_ = wall_clock_ || (options_.clock == JoinClock::mono && interval.start_s > kOldestWallClockS);
  const std::string source = joined_source("the intervals", interval.source, power_, options_.allow_mixed);
  if (sums(options_)) return add_to_group(interval, source);
  for (std::size_t rail = 0; rail < facts_.size(); ++rail) {
    const EnergyResult energy = evaluate(interval.energies[rail], facts_[rail], options_.interpolate);
    print({interval.fields, 1, &energy, {}, {}, source}, rail);
  }
}

void EnergyPrinter::add_to_group(const Interval& interval, const std::string& source) {
  const auto [found, is_new] = group_index_.try_emplace(interval.fields, groups_.size());
  if (is_new) groups_.push_back({interval.fields, std::vector<EnergySum>(facts_.size()), source, interval.counted});
  Group& group = groups_[found->second];
  group.source = io::joined_source(group.source, source);
  group.amount += interval.amount;
  for (std::size_t rail = 0; rail < facts_.size(); ++rail) group.sums[rail].add(interval.energies[rail], facts_[rail]);
}

// What the readings do not resolve is fitted, if that has the better bound; so are groups that recur, if it is much
// better.
EnergyResult EnergyPrinter::energy_of(const Group& group, std::size_t rail) {
  const EnergySum& sum = group.sums[rail];
  EnergyResult energy = sum.evaluate(facts_[rail], options_.interpolate || options_.fit);
  const bool recurs = sum.runs() >= kFewestRuns;
  if (fit_ == nullptr || (!options_.fit && sum.resolved() && !recurs)) return energy;
  const auto fitted = fit_->fitted(energy, group.key, rail);
  if (options_.fit) {
    not_fitted_ += energy.coverage_pct == 100 && !fitted ? 1 : 0;
    energy.energy_j = energy.mean_power_w = energy.error_j = std::nullopt;
  }
  const double share = sum.resolved() ? kMuchBetter : 1;
  const bool better = fitted && (!energy.energy_j || (energy.error_j && *fitted->error_j < share * *energy.error_j));
  return better ? *fitted : energy;
}

void EnergyPrinter::print_sums() {
  for (const Group& group : groups_) {
    if (!group.counted) continue;
    for (std::size_t rail = 0; rail < facts_.size(); ++rail) print_sum(group, rail);
  }
}

void EnergyPrinter::print_sum(const Group& group, std::size_t rail) {
  const EnergyResult energy = energy_of(group, rail);
  const std::string amount = fmt::format("{:.15g}", group.amount);
  EnergyRow row{group.key, group.sums[rail].intervals(), &energy, {}, {}, group.source, amount};
  some_amount_ = some_amount_ || group.amount > 0;
  if (group.amount > 0 && energy.energy_j) row.energy_per_j = *energy.energy_j / group.amount;
  if (group.amount > 0 && energy.energy_j && energy.error_j) row.energy_per_error_j = *energy.error_j / group.amount;
  print(row, rail);
}

void EnergyPrinter::print(const EnergyRow& row, std::size_t rail) {
  const EnergyResult& energy = *row.energy;
  ++rows_;
  too_short_ += energy.too_short ? 1 : 0;
  if (is_vague(energy)) ++(energy.in_step ? in_step_ : vague_);
  outside_ += energy.coverage_pct == 0 && !energy.too_short ? 1 : 0;
  if (!energy.energy_j && !energy.too_short && energy.coverage_pct > 0 && energy.coverage_pct < 100) {
    ++partly_;
    best_partly_pct_ = std::max(best_partly_pct_, energy.coverage_pct);
  }
  EnergyRow complete = row;
  complete.rail = options_.rails[rail];
  if (!baseline_w_.empty() && energy.energy_j)
    complete.net_energy_j = *energy.energy_j - baseline_w_[rail] * energy.length_s;
  table_.write(stream_.rows(), complete);
}

void EnergyPrinter::report_missing(cli::Context& context) const {
  if (rows_ == 0 && !options_.per.empty())
    context.warn("--per " + options_.per +
                 ": no row has the phase counted, and the others are left out: name phase in --by");
  const std::string of_rows = " of " + std::to_string(rows_) + " rows ";
  if (outside_ > 0) {
    context.warn(std::to_string(outside_) + of_rows + "lie outside the time that power rows cover" +
                 (wall_clock_ ? ": start_mono_s has times of the wall clock; write those of CLOCK_MONOTONIC "
                                "(time.monotonic() in Python), or time_s and --join time"
                              : ""));
  }
  if (partly_ > 0) {
    context.warn(
        fmt::format("{}{}are covered only in part by power rows (at most {:.1f} %) and have no energy: record "
                    "power before they begin and until after they end; --max-gap TIME bridges longer gaps",
                    partly_, of_rows, std::floor(10 * best_partly_pct_) / 10));
  }
  if (not_fitted_ > 0) {
    context.warn(std::to_string(not_fitted_) + of_rows +
                 "have no energy: the readings do not determine their power within 50 %; record more steps, or let the "
                 "sensor average for less time (powerlog --chip-samples)");
  }
  if (vague_ > 0) {
    context.warn(std::to_string(vague_) + of_rows +
                 "have an error bound of more than half of their energy: sum more rows with --by, or record longer");
  }
  if (in_step_ > 0) {
    context.warn(std::to_string(in_step_) + of_rows +
                 "have an error bound of more than half of their energy, because the readings saw some parts of the "
                 "intervals too seldom: record longer, or with another interval (powerlog -i)");
  }
  if (rows_ > 0 && !options_.per.empty() && !some_amount_)
    context.warn("--per " + options_.per + ": the column adds up to 0, so that there is nothing to divide by");
  if (too_short_ == 0) return;
  context.warn(std::to_string(too_short_) + of_rows +
               "have no energy: they are shorter than the sensor's window or two times the time between readings; " +
               (options_.by.empty() ? "sum them with --by, or sample more often (powerlog -i)"
                                    : "record more rows of different lengths, or sample more often (powerlog -i)"));
}

}  // namespace wattline::joules
