// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/summary.hpp"

#include <sys/resource.h>

#include "base/parse.hpp"
#include "base/statistics.hpp"
#include "base/units.hpp"
#include "trainstep/run/named_values.hpp"
#include "trainstep/run/step_bottleneck.hpp"

namespace wattline::trainstep {

namespace {

using Epochs = std::vector<EpochRecord>;

// Largest resident set of this process so far.
std::int64_t peak_memory_b() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

void write_facts(NamedValues& summary, const RunFacts& facts) {
  summary.text("status", facts.status);
  summary.text("reason", facts.reason);
  summary.text("workload", facts.workload);
  summary.text("device", facts.device);
  summary.count("parameters", facts.parameters);
  summary.count("peak_memory", peak_memory_b(), "B");
  summary.count("oom_kills", facts.oom_kills);
  summary.text("under_voltage", facts.under_voltage ? (*facts.under_voltage ? "seen" : "no") : "NA");
  if (!facts.resumed_after.empty()) summary.text("resumed_after", facts.resumed_after);
}

std::vector<double> sums_of(const Epochs& epochs, std::size_t from, double Stages::*value) {
  std::vector<double> sums;
  for (std::size_t i = from; i < epochs.size(); ++i) sums.push_back(epochs[i].all.*value * 1e-3);
  return sums;
}

void write_medians(NamedValues& summary, const StepTimes& times, const Epochs& epochs, std::size_t from,
                   const std::string& which) {
  summary.number("median_step_" + which, times.step_ms.at(0.5), "ms");
  summary.number("median_stall_" + which, times.stall_ms.at(0.5), "ms");
  summary.number("median_compute_" + which, times.compute_ms.at(0.5), "ms");
  const auto epochs_s = sums_of(epochs, from, &Stages::step_ms);
  Running mean;
  for (const double s : epochs_s) mean.add(s);
  summary.number("mean_epoch_" + which, mean.mean(), "s");
  summary.number("median_epoch_" + which, median(epochs_s), "s");
  summary.number("median_epoch_stall_" + which, median(sums_of(epochs, from, &Stages::stall_ms)), "s");
  summary.number("median_epoch_compute_" + which, median(sums_of(epochs, from, &Stages::compute_ms)), "s");
}

void write_shares(NamedValues& summary, const Stages& all, std::int64_t steps) {
  const auto share = [&](double ms) { return 100 * ms / all.step_ms; };
  const double overhead_ms = all.step_ms - all.stall_ms - all.compute_ms;
  summary.number("stall_share", share(all.stall_ms), "%");
  summary.number("compute_share", share(all.compute_ms), "%");
  summary.number("overhead_share", share(overhead_ms), "%");
  summary.number("hook_share", share(all.hook_ms), "%");
  // Reading the loss and writing the row, also to a slow reader.
  summary.number("instrumentation", (overhead_ms - all.hook_ms) / static_cast<double>(steps), "ms");
  summary.number("instrumentation_share", share(overhead_ms - all.hook_ms), "%");
}

void write_verdict(NamedValues& summary, const Stages& sums) {
  const auto bottleneck = bottleneck_of(sums);
  if (!bottleneck) return;
  summary.text("verdict", bottleneck->name);
  summary.number("verdict_stall_share", bottleneck->stall_share_pct, "%");
  summary.count("workers_to_hide_stall", bottleneck->workers_to_hide);
}

}  // namespace

void write_serving_summary(io::TsvWriter& rows, const RunFacts& facts, const InferenceFacts& serving,
                           const InferenceRecord& run) {
  NamedValues summary(rows);
  write_facts(summary, facts);
  summary.count("windows", run.windows);
  if (run.windows == 0) return;
  for (const int percent : {50, 95, 99}) {
    summary.number("latency_max_p" + std::to_string(percent), run.latency_max_ms.at(percent / 100.0), "ms");
  }
  for (const char* percent : {"50", "95", "99", "99.9"}) {
    summary.number(std::string("latency_p") + percent, run.latency_ms.at(*to_double(percent) / 100), "ms");
  }
  summary.count("violations", run.violations);
  summary.count("violation_clusters", run.clusters);
  summary.count("longest_violation_cluster", run.longest_cluster);
  summary.count("backlog", run.backlog());
  summary.text("stable", stability(serving, run));
  summary.number("median_inference", 1e3 * serving.inference_s, "ms");
  summary.number("median_training", 1e3 * serving.training_s, "ms");
  summary.count("training_steps", run.train_steps);
  const double seconds = to_seconds(run.end_ns - run.start_ns);
  summary.number("training_throughput", static_cast<double>(run.train_steps) / seconds, "1/s");
  summary.number("windows_as_formula", run.as_formula_pct(), "%");
}

void write_summary(io::TsvWriter& rows, const RunFacts& facts, const RunRecord& run) {
  NamedValues summary(rows);
  write_facts(summary, facts);
  EpochRecord sum;
  for (const EpochRecord& epoch : run.epochs) sum.add(epoch);
  summary.count("epochs", static_cast<std::int64_t>(run.epochs.size()));
  summary.count("steps", sum.steps);
  summary.count("counted_steps", sum.counted);
  summary.count("skipped_samples", facts.skipped);
  summary.count("nan_losses", facts.nan_losses);
  if (sum.steps == 0) return;
  write_medians(summary, run.all_epochs, run.epochs, 0, "all_epochs");
  write_medians(summary, run.epochs_1_on, run.epochs, 1, "epochs_1_on");
  write_shares(summary, sum.all, sum.steps);
  write_verdict(summary, sum.counted > 0 ? sum.of_counted : sum.all);
}

}  // namespace wattline::trainstep
