// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/report.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "base/statistics.hpp"
#include "base/units.hpp"

namespace wattline::trainstep {

namespace {

constexpr const char* kSource = "measured";

// Largest resident set of this process so far.
std::int64_t peak_memory_b() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

std::string text_of(std::optional<double> value) {
  return value ? fmt::format("{:.3f}", *value) : "NA";
}

class Summary {
 public:
  explicit Summary(io::TsvWriter& rows) : rows_(rows) {}
  void text(const char* name, const std::string& value, const char* unit = "text") {
    rows_.text(name).text(value).text(unit).end_row();
  }
  void number(const char* name, std::optional<double> value, const char* unit) { text(name, text_of(value), unit); }
  void count(const char* name, std::int64_t value) { text(name, std::to_string(value), "1"); }

 private:
  io::TsvWriter& rows_;
};

std::optional<double> median_step(const std::vector<EpochRecord>& epochs, std::size_t from) {
  std::vector<double> all;
  for (std::size_t i = from; i < epochs.size(); ++i) {
    all.insert(all.end(), epochs[i].counted_ms.begin(), epochs[i].counted_ms.end());
  }
  return median(std::move(all));
}

template <class Value>
double sum_of(const std::vector<EpochRecord>& epochs, Value value) {
  double sum = 0;
  for (const EpochRecord& epoch : epochs) sum += static_cast<double>(value(epoch));
  return sum;
}

}  // namespace

void write_step(io::TsvWriter& rows, const StepRecord& step) {
  rows.number(to_seconds(step.start_ns)).number(to_seconds(step.end_ns)).number(to_seconds(step.end_time_ns));
  rows.integer(step.epoch).integer(step.step).text(to_string(step.phase));
  rows.number(step.stall_ms).number(step.h2d_ms).number(step.compute_ms).number(step.step_ms);
  rows.number(step.read_ms).number(step.prep_ms).integer(step.images).number(step.loss);
  rows.text(kSource).end_row();
}

void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const std::string& device) {
  const double seconds = epoch.epoch_ms() * 1e-3;
  rows.number(to_seconds(epoch.start_ns)).number(to_seconds(epoch.end_ns)).number(to_seconds(epoch.end_time_ns));
  rows.integer(epoch.epoch).integer(epoch.complete ? 1 : 0).integer(epoch.steps).integer(epoch.counted);
  rows.number(epoch.stall_ms).number(epoch.compute_ms).number(epoch.overhead_ms()).number(seconds);
  rows.number(median(epoch.counted_ms)).integer(epoch.images);
  rows.number(static_cast<double>(epoch.images) / seconds).missing().text(device).text(kSource).end_row();
}

void write_window(io::TsvWriter& rows, const WindowRecord& window, std::int64_t batch) {
  rows.number(to_seconds(window.start_ns)).number(to_seconds(window.end_ns)).number(to_seconds(window.end_time_ns));
  rows.integer(window.window).number(window.queue_ms).number(window.infer_ms).number(window.latency_ms);
  rows.number(window.latency_max_ms).integer(window.violations).integer(window.train_steps).integer(window.fitting);
  rows.number(window.train_ms).integer(batch).text(kSource).end_row();
}

void write_serving_summary(io::TsvWriter& rows, const RunFacts& facts, const ServingFacts& serving,
                           const std::vector<WindowRecord>& windows) {
  Summary summary(rows);
  summary.text("status", facts.status);
  summary.text("reason", facts.reason);
  summary.text("workload", facts.workload);
  summary.text("device", facts.device);
  summary.count("windows", static_cast<std::int64_t>(windows.size()));
  std::vector<double> latencies;
  std::int64_t violations = 0, steps = 0, as_formula = 0;
  for (const WindowRecord& window : windows) {
    latencies.push_back(window.latency_max_ms);
    violations += window.violations;
    steps += window.train_steps;
    as_formula += window.train_steps == window.fitting ? 1 : 0;
  }
  for (const int percent : {50, 95, 99}) {
    summary.number(("latency_max_p" + std::to_string(percent)).c_str(), quantile(latencies, percent / 100.0), "ms");
  }
  const double batch = static_cast<double>(serving.options.batch);
  summary.count("violations", violations);
  summary.text("stable", serving.inference_s * serving.options.rate <= batch ? "yes" : "no");
  summary.number("median_inference", 1e3 * serving.inference_s, "ms");
  summary.number("median_training", 1e3 * serving.training_s, "ms");
  summary.count("training_steps", steps);
  if (windows.empty()) return;
  const double seconds = to_seconds(windows.back().end_ns - windows.front().start_ns);
  summary.number("training_throughput", static_cast<double>(steps) / seconds, "1/s");
  summary.number("windows_as_formula", 100.0 * static_cast<double>(as_formula) / static_cast<double>(windows.size()),
                 "%");
}

void write_summary(io::TsvWriter& rows, const RunFacts& facts, const std::vector<EpochRecord>& epochs) {
  Summary summary(rows);
  summary.text("status", facts.status);
  summary.text("reason", facts.reason);
  summary.text("workload", facts.workload);
  summary.text("device", facts.device);
  summary.count("parameters", facts.parameters);
  summary.text("peak_memory", std::to_string(peak_memory_b()), "B");
  summary.count("epochs", static_cast<std::int64_t>(epochs.size()));
  const auto total_of = [&epochs](auto value) { return sum_of(epochs, value); };
  const double total = total_of([](const EpochRecord& e) { return e.epoch_ms(); });
  summary.count("steps", static_cast<std::int64_t>(total_of([](const EpochRecord& e) { return e.steps; })));
  summary.count("counted_steps", static_cast<std::int64_t>(total_of([](const EpochRecord& e) { return e.counted; })));
  summary.count("skipped_samples", facts.skipped);
  summary.number("median_step_all_epochs", median_step(epochs, 0), "ms");
  summary.number("median_step_epochs_1_on", median_step(epochs, 1), "ms");
  if (epochs.empty() || total <= 0) return;
  summary.number("mean_epoch", total * 1e-3 / static_cast<double>(epochs.size()), "s");
  summary.number("stall_share", 100 * total_of([](const EpochRecord& e) { return e.stall_ms; }) / total, "%");
  summary.number("compute_share", 100 * total_of([](const EpochRecord& e) { return e.compute_ms; }) / total, "%");
  summary.number("overhead_share", 100 * total_of([](const EpochRecord& e) { return e.overhead_ms(); }) / total, "%");
}

}  // namespace wattline::trainstep
