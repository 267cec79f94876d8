// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/resume.hpp"

#include <map>

#include "base/units.hpp"
#include "io/regular_file.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::trainstep {

namespace {

// Where a column of the step rows goes. Rows of an unfinished run have every column but those that may be NA.
struct NumberColumn {
  const char* name;
  double Stages::*member;
  bool may_be_missing;
};
constexpr NumberColumn kNumbers[] = {
    {"stall_ms", &Stages::stall_ms, false},       {"h2d_ms", &Stages::h2d_ms, false},
    {"compute_ms", &Stages::compute_ms, false},   {"step_ms", &Stages::step_ms, false},
    {"read_ms", &Stages::read_ms, false},         {"prep_ms", &Stages::prep_ms, false},
    {"launch_ms", &Stages::launch_ms, true},      {"hook_ms", &Stages::hook_ms, true},
    {"forward_ms", &Stages::forward_ms, true},    {"backward_ms", &Stages::backward_ms, true},
    {"optimizer_ms", &Stages::optimizer_ms, true}};
struct IntegerColumn {
  const char* name;
  std::int64_t StepRecord::*member;
};
constexpr IntegerColumn kIntegers[] = {
    {"epoch", &StepRecord::epoch}, {"step", &StepRecord::step}, {"images", &StepRecord::images}};
constexpr IntegerColumn kTimes[] = {
    {"start_mono_s", &StepRecord::start_ns}, {"end_mono_s", &StepRecord::end_ns}, {"time_s", &StepRecord::end_time_ns}};

class StepReader {
 public:
  explicit StepReader(io::TsvReader& rows) : rows_(rows), phase_(rows.require("phase")) {
    for (const NumberColumn& column : kNumbers) numbers_.push_back(rows.require(column.name));
    for (const IntegerColumn& column : kIntegers) integers_.push_back(rows.require(column.name));
    for (const IntegerColumn& column : kTimes) times_.push_back(rows.require(column.name));
  }
  StepRecord record() const {
    StepRecord step;
    std::size_t i = 0;
    for (const NumberColumn& column : kNumbers) read_number(column, numbers_[i++], step);
    i = 0;
    for (const IntegerColumn& column : kIntegers) {
      step.*column.member = rows_.required_integer(integers_[i++]);
    }
    i = 0;
    for (const IntegerColumn& column : kTimes) {
      step.*column.member = to_nanoseconds(rows_.required_number(times_[i++]));
    }
    step.phase = rows_.field(phase_) == to_string(StepPhase::counted) ? StepPhase::counted : StepPhase::stabilizing;
    return step;
  }

 private:
  void read_number(const NumberColumn& column, std::size_t place, StepRecord& step) const {
    if (column.member == &Stages::step_ms) {
      step.*column.member = rows_.required_positive(place);
    } else if (!column.may_be_missing) {
      step.*column.member = rows_.required_number(place);
    } else if (const auto value = rows_.number(place)) {
      step.*column.member = *value;
    }
  }
  io::TsvReader& rows_;
  std::size_t phase_;
  std::vector<std::size_t> numbers_, integers_, times_;
};

// Steps that the epoch rows account for, by epoch.
std::map<std::int64_t, std::int64_t> steps_accounted(const std::string& path) {
  std::map<std::int64_t, std::int64_t> steps;
  if (path.empty() || !io::file_status(path)) return steps;
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

void find_continuation(EarlierRun& earlier, std::int64_t batches, std::int64_t max_steps) {
  if (earlier.epochs.empty()) return;
  const EpochRecord& last = earlier.epochs.back();
  const bool over = last.steps >= batches || (max_steps > 0 && last.counted >= max_steps);
  earlier.epoch = last.epoch + (over ? 1 : 0);
  if (!over) earlier.progress = {last.steps, last.counted};
}

}  // namespace

EarlierRun read_earlier_run(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches,
                            std::int64_t max_steps) {
  EarlierRun earlier;
  if (!io::file_status(steps_path)) return earlier;
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
