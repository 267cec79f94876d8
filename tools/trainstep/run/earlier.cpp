// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/earlier.hpp"

#include <unistd.h>

#include <map>

#include "base/units.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::trainstep {

namespace {

class StepReader {
 public:
  explicit StepReader(io::TsvReader& rows) : rows_(rows) {
    for (const char* name : {"start_mono_s", "end_mono_s", "time_s", "epoch", "step", "images", "stall_ms", "h2d_ms",
                             "compute_ms", "step_ms", "read_ms", "prep_ms", "launch_ms", "hook_ms", "phase"}) {
      columns_[name] = rows.require(name);
    }
  }
  StepRecord record() const {
    StepRecord step;
    step.start_ns = to_nanoseconds(number("start_mono_s"));
    step.end_ns = to_nanoseconds(number("end_mono_s"));
    step.end_time_ns = to_nanoseconds(number("time_s"));
    step.epoch = integer("epoch");
    step.step = integer("step");
    step.images = integer("images");
    step.stall_ms = number("stall_ms");
    step.h2d_ms = number("h2d_ms");
    step.compute_ms = number("compute_ms");
    step.step_ms = number("step_ms");
    step.read_ms = number("read_ms");
    step.prep_ms = number("prep_ms");
    step.launch_ms = rows_.number(columns_.at("launch_ms")).value_or(NAN);
    step.hook_ms = rows_.number(columns_.at("hook_ms")).value_or(0);
    step.phase = rows_.field(columns_.at("phase")) == to_string(Phase::counted) ? Phase::counted : Phase::stabilizing;
    return step;
  }

 private:
  double number(const char* name) const { return rows_.required_number(columns_.at(name)); }
  std::int64_t integer(const char* name) const { return static_cast<std::int64_t>(number(name)); }
  io::TsvReader& rows_;
  std::map<std::string, std::size_t> columns_;
};

// Steps that the epoch rows account for, by epoch.
std::map<std::int64_t, std::int64_t> steps_accounted(const std::string& path) {
  std::map<std::int64_t, std::int64_t> steps;
  if (path.empty() || ::access(path.c_str(), F_OK) != 0) return steps;
  io::TsvReader rows = io::TsvReader::empty_allowed(path);
  while (rows.next()) {
    const auto epoch = rows.integer(rows.require("epoch"));
    const auto n = rows.integer(rows.require("steps"));
    if (epoch && n) steps[*epoch] += *n;
  }
  return steps;
}

EpochRecord& of_epoch(std::vector<EpochRecord>& epochs, std::int64_t number) {
  if (epochs.empty() || epochs.back().epoch != number) {
    epochs.emplace_back();
    epochs.back().epoch = number;
  }
  return epochs.back();
}

void find_continuation(Earlier& earlier, std::int64_t batches, std::int64_t max_steps) {
  if (earlier.epochs.empty()) return;
  const EpochRecord& last = earlier.epochs.back();
  const bool over = last.steps >= batches || (max_steps > 0 && last.counted >= max_steps);
  earlier.epoch = last.epoch + (over ? 1 : 0);
  if (!over) earlier.progress = {last.steps, last.counted};
}

}  // namespace

Earlier read_earlier(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches,
                     std::int64_t max_steps) {
  Earlier earlier;
  if (::access(steps_path.c_str(), F_OK) != 0) return earlier;
  io::TsvReader rows = io::TsvReader::empty_allowed(steps_path);
  if (rows.names().empty()) return earlier;
  auto accounted = steps_accounted(epochs_path);
  const StepReader reader(rows);
  while (rows.next()) {
    const StepRecord step = reader.record();
    of_epoch(earlier.epochs, step.epoch).add(step);
    if (step.step >= accounted[step.epoch]) of_epoch(earlier.unwritten, step.epoch).add(step);
  }
  for (auto* epochs : {&earlier.epochs, &earlier.unwritten}) {
    for (EpochRecord& epoch : *epochs) epoch.complete = epoch.steps == batches;
  }
  find_continuation(earlier, batches, max_steps);
  return earlier;
}

}  // namespace wattline::trainstep
