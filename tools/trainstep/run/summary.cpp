// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/summary.hpp"

#include "base/statistics.hpp"
#include "trainstep/run/summary_facts.hpp"

namespace wattline::trainstep {

namespace {

using Summary = TrainingSummary;
using Table = SummaryTable<Summary>;

// Over all epochs, or over those after the first.
struct Range {
  const char* name;
  const char* of;
  std::size_t from;
  StepTimes RunRecord::*times;
};
constexpr Range kRanges[] = {{"all_epochs", "all epochs", 0, &RunRecord::all_epochs},
                             {"epochs_1_on", "the epochs after the first", 1, &RunRecord::epochs_1_on}};

std::vector<double> sums_of(const Summary& summary, const Range& range, double Stages::*value) {
  std::vector<double> sums;
  const auto& epochs = summary.run.epochs;
  for (std::size_t i = range.from; i < epochs.size(); ++i) sums.push_back(epochs[i].all.*value * 1e-3);
  return sums;
}

void add_counts(Table& table) {
  table.add("epochs", "1", "number of epochs", [](const Summary& s) { return std::to_string(s.run.epochs.size()); });
  table.add("steps", "1", "number of minibatches", [](const Summary& s) { return std::to_string(s.sum.steps); });
  table.add("counted_steps", "1", "number of these in phase counted",
            [](const Summary& s) { return std::to_string(s.sum.counted); });
  table.add("skipped_samples", "1", "number of bad samples",
            [](const Summary& s) { return std::to_string(s.facts.skipped); });
  table.add("nan_losses", "1", "number of minibatches whose loss was not finite",
            [](const Summary& s) { return std::to_string(s.facts.nan_losses); });
}

void add_step_times(Table& table, const Range& range) {
  struct Quantile {
    const char *name, *what;
    double q;
    Quantiles StepTimes::*times;
  };
  for (const Quantile& one : {Quantile{"median_step", "median step_ms", 0.5, &StepTimes::step_ms},
                              Quantile{"p95_step", "95th percentile of step_ms", 0.95, &StepTimes::step_ms},
                              Quantile{"p99_step", "99th percentile of step_ms", 0.99, &StepTimes::step_ms},
                              Quantile{"median_stall", "median stall_ms", 0.5, &StepTimes::stall_ms},
                              Quantile{"median_compute", "median compute_ms", 0.5, &StepTimes::compute_ms}}) {
    table.add(std::string(one.name) + "_" + range.name, "ms",
              std::string(one.what) + " of the counted steps of " + range.of,
              [one, range](const Summary& s) { return number_text((s.run.*range.times.*one.times).at(one.q)); });
  }
}

void add_epoch_times(Table& table, const Range& range) {
  struct Sum {
    const char *name, *what;
    double Stages::*value;
  };
  table.add(std::string("mean_epoch_") + range.name, "s", std::string("mean time of ") + range.of,
            [range](const Summary& s) {
              Running mean;
              for (const double seconds : sums_of(s, range, &Stages::step_ms)) mean.add(seconds);
              return number_text(mean.mean());
            });
  for (const Sum& sum : {Sum{"median_epoch_", "median time of ", &Stages::step_ms},
                         Sum{"median_epoch_stall_", "median stall of ", &Stages::stall_ms},
                         Sum{"median_epoch_compute_", "median computing time of ", &Stages::compute_ms}}) {
    table.add(std::string(sum.name) + range.name, "s", std::string(sum.what) + range.of,
              [sum, range](const Summary& s) { return number_text(median(sums_of(s, range, sum.value))); });
  }
}

// Reading the loss and writing the row, also to a slow reader.
double instrumentation_ms(const Summary& s) {
  return s.sum.overhead_ms() - s.sum.all.hook_ms;
}

void add_shares(Table& table) {
  const auto share = [&table](const char* name, const char* what, auto ms) {
    table.add(name, "%", std::string("share of all step times that was ") + what,
              [ms](const Summary& s) { return number_text(100 * ms(s) / s.sum.all.step_ms); });
  };
  share("stall_share", "stall", [](const Summary& s) { return s.sum.all.stall_ms; });
  share("compute_share", "computing", [](const Summary& s) { return s.sum.all.compute_ms; });
  share("overhead_share", "neither", [](const Summary& s) { return s.sum.overhead_ms(); });
  share("hook_share", "hooks", [](const Summary& s) { return s.sum.all.hook_ms; });
  table.add("instrumentation", "ms", "time per step to read the loss and to write the row",
            [](const Summary& s) { return number_text(instrumentation_ms(s) / static_cast<double>(s.sum.steps)); });
  share("instrumentation_share", "instrumentation", instrumentation_ms);
}

void add_verdict(Table& table) {
  using Bottleneck = const StepBottleneck&;
  const auto add = [&table](const char* name, const char* unit, const char* help, auto text) {
    table.add(name, unit, help, [text](const Summary& s) { return s.bottleneck ? text(*s.bottleneck) : "NA"; });
  };
  add("verdict", "", "what limits the speed", [](Bottleneck b) { return b.name; });
  add("verdict_stall_share", "%", "share of stall in the counted steps",
      [](Bottleneck b) { return number_text(b.stall_share_pct); });
  add("workers_to_hide_stall", "1", "loader threads with which loading is as fast as the network",
      [](Bottleneck b) { return count_text(b.workers_to_hide); });
  add("verdict_in_words", "", "the verdict as a sentence, with what would help",
      [](Bottleneck b) { return in_words(b); });
}

}  // namespace

TrainingSummary::TrainingSummary(const RunFacts& of, const RunRecord& measured) : facts(of), run(measured) {
  for (const EpochRecord& epoch : run.epochs) sum.add(epoch);
  if (sum.counted > 0) bottleneck = bottleneck_of(sum.of_counted);
}

const SummaryTable<TrainingSummary>& training_summary() {
  static const Table table = [] {
    Table made("training summary");
    add_facts(made);
    add_counts(made);
    for (const Range& range : kRanges) {
      add_step_times(made, range);
      add_epoch_times(made, range);
    }
    add_shares(made);
    add_verdict(made);
    return made;
  }();
  return table;
}

}  // namespace wattline::trainstep
