// SPDX-License-Identifier: Apache-2.0
#include "joules/command_energy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/output.hpp"
#include "io/power_columns.hpp"
#include "io/tsv_reader.hpp"
#include "joules/energy_printer.hpp"
#include "joules/intervals.hpp"
#include "joules/joiner.hpp"
#include "joules/power_stream.hpp"

namespace wattline::joules {

namespace {

// The steps of a run are a stretch of time of their own, after the run's.
std::vector<CommandRun> with_steps(const std::vector<CommandRun>& runs) {
  std::vector<CommandRun> all;
  for (const CommandRun& run : runs) {
    all.push_back(run);
    all.back().counted.reset();
    if (run.phase != RunPhase::run || !run.counted) continue;
    all.push_back({RunPhase::steps, run.counted->start_s, run.counted->end_s, 0, 0, run.status, run.counted});
  }
  return all;
}

std::string number_or_na(bool known, double number, int decimals) {
  return known ? fmt::format("{:.{}f}", number, decimals) : "NA";
}

// With the column `steps` where they are counted.
void write_intervals(const std::string& path, const std::vector<CommandRun>& runs, bool counts, const char* source) {
  io::Output file = io::Output::to_file(path);
  const char* const steps_column = counts ? "steps\t" : "";
  file.write(fmt::format("phase\trun\tstatus\tuser_s\tsystem_s\t{}start_mono_s\tend_mono_s\tsource\n", steps_column));
  std::map<RunPhase, int> numbers;
  for (const CommandRun& run : runs) {
    const bool of_steps = run.phase == RunPhase::steps;
    const int number = ++numbers[run.phase];
    const std::string steps =
        counts ? number_or_na(run.counted.has_value(), of_steps ? run.counted->steps : 0, 0) + "\t" : "";
    file.write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}{:.6f}\t{:.6f}\t{}\n", to_text(run.phase), number, run.status,
                           number_or_na(!of_steps, run.user_s, 6), number_or_na(!of_steps, run.system_s, 6), steps,
                           run.start_s, run.end_s, source));
  }
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Those of the first tick, after `first`.
std::vector<std::string> rails_of(const std::string& log, std::vector<std::string> first) {
  io::TsvReader reader(log);
  const io::PowerColumns columns(reader);
  const std::size_t asked = first.size();
  std::string tick;
  while (reader.next()) {
    const std::string rail(columns.rail(reader));
    if (rail == tick) break;
    if (tick.empty()) tick = rail;
    if (!holds(first, rail)) first.push_back(rail);
  }
  if (first.size() > asked) std::sort(first.begin() + static_cast<std::ptrdiff_t>(asked), first.end());
  return first;
}

void find_peaks(const std::string& log, const std::vector<CommandRun>& runs, std::vector<CommandEnergy>& energies) {
  io::TsvReader reader(log);
  const io::PowerColumns columns(reader);
  while (reader.next()) {
    const auto mono_s = columns.mono_s(reader), watts = columns.power_w(reader);
    if (!mono_s || !watts) continue;
    const auto covers = [&](const CommandRun& run) {
      return run.phase == RunPhase::run && run.start_s < *mono_s && *mono_s <= run.end_s;
    };
    if (std::none_of(runs.begin(), runs.end(), covers)) continue;
    for (CommandEnergy& energy : energies) {
      if (energy.rail == columns.rail(reader))
        energy.peak_power_w = std::max(*watts, energy.peak_power_w.value_or(*watts));
    }
  }
}

// What one pass over the log finds.
class RunJoin {
 public:
  RunJoin(const Options& options, cli::Context& context, const std::vector<CommandRun>& runs,
          std::vector<CommandEnergy>& energies)
      : options_(options),
        context_(context),
        runs_(runs),
        energies_(energies),
        sums_(energies.size()),
        step_sums_(energies.size()) {
    for (const CommandEnergy& energy : energies) rails_.push_back(energy.rail);
  }

  void run(const std::string& intervals_file, const std::string& log) {
    PowerStream power({log}, rails_, JoinClock::mono, false, context_);
    IntervalReader intervals(intervals_file, {});
    std::optional<EnergyPrinter> printer;
    if (!options_.rows.output.empty()) printer.emplace(options_, intervals.names(), context_, power, nullptr);
    Joiner joiner(power, intervals, rails_, {kMaxGapS, true, nullptr});
    joiner.run([&](const Interval& interval) {
      if (printer) printer->add(interval);
      add(interval, power);
    });
    for (std::size_t rail = 0; rail < rails_.size(); ++rail) {
      energies_[rail].total = sums_[rail].evaluate(power.facts(rail), false);
      energies_[rail].steps = step_sums_[rail].evaluate(power.facts(rail), false);
    }
  }

 private:
  void add(const Interval& interval, const PowerStream& power) {
    const RunPhase phase = runs_.at(number_++).phase;
    for (std::size_t rail = 0; rail < rails_.size(); ++rail) {
      const EnergyResult energy = evaluate(interval.energies[rail], power.facts(rail), false);
      if (phase == RunPhase::idle) energies_[rail].idle = energy;
      if (phase == RunPhase::steps) step_sums_[rail].add(interval.energies[rail], power.facts(rail));
      if (phase != RunPhase::run) continue;
      energies_[rail].runs.push_back(energy);
      sums_[rail].add(interval.energies[rail], power.facts(rail));
    }
  }

  const Options& options_;
  cli::Context& context_;
  const std::vector<CommandRun>& runs_;
  std::vector<CommandEnergy>& energies_;
  std::vector<std::string> rails_;
  std::vector<EnergySum> sums_, step_sums_;
  std::size_t number_ = 0;
};

void write_unmetered_rows(const Options& options, cli::Context& context, const std::string& intervals_file) {
  IntervalReader intervals(intervals_file, {});
  const auto table = energy_rows({intervals.names(), false, false, options.rails.size() > 1});
  cli::RowStream stream(context, options.rows, table.kind());
  const EnergyResult none;
  while (const auto interval = intervals.next()) {
    for (const std::string& rail : options.rails)
      table.write(stream.rows(), {interval->fields, 1, &none, std::nullopt, rail, interval->source});
  }
}

}  // namespace

std::vector<std::string> rails_in_log(const std::string& log, const std::vector<std::string>& rails,
                                      const cli::Context& context) {
  const std::vector<std::string> all = rails_of(log, {});
  std::vector<std::string> present;
  for (const std::string& rail : rails) {
    if (holds(all, rail)) {
      present.push_back(rail);
    } else {
      context.note("no rail " + rail + ": --rail takes one of: " + join(all, ", "));
    }
  }
  return present;
}

std::vector<CommandEnergy> energies_of_runs(const Options& options, cli::Context& context, const CommandRuns& runs,
                                            const std::string& folder, const std::string& log) {
  const std::string intervals = folder + "/intervals";
  const std::vector<CommandRun> rows = with_steps(runs.runs);
  write_intervals(intervals, rows, options.command.progress.given, context.root.source());
  if (log.empty()) {
    if (!options.rows.output.empty()) write_unmetered_rows(options, context, intervals);
    return {};
  }
  std::vector<CommandEnergy> energies;
  for (const std::string& rail : context.verbosity > 0 ? rails_of(log, options.rails) : options.rails)
    energies.push_back({rail, {}, {}, {}, {}, {}});
  RunJoin(options, context, rows, energies).run(intervals, log);
  find_peaks(log, runs.runs, energies);
  return energies;
}

}  // namespace wattline::joules
