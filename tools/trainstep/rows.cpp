// SPDX-License-Identifier: Apache-2.0
#include "trainstep/rows.hpp"

namespace wattline::trainstep {

namespace {

using std::chrono::nanoseconds;

// What step, epoch and window rows have in common.
template <class Row, class Record>
Row row_of(const Record& record, const char* source) {
  Row row;
  row.start = nanoseconds(record.start_ns);
  row.end = nanoseconds(record.end_ns);
  row.end_time = nanoseconds(record.end_time_ns);
  row.images = record.images;
  row.source = source;
  return row;
}

}  // namespace

const io::RowKind& info_rows() {
  static const io::RowKind kind{"info",
                                {{"name", "", 0, "name of the fact; module NAME for each module with weights"},
                                 {"value", "", 0, "value of the fact"},
                                 {"unit", "", 0, "unit of the value; for a module, its kind"}}};
  return kind;
}

void write_step(io::TsvWriter& rows, const StepRecord& step, const char* source) {
  auto row = row_of<io::StepRow>(step, source);
  row.epoch = step.epoch;
  row.step = step.step;
  row.phase = step.phase;
  row.stall_ms = step.stall_ms;
  row.h2d_ms = step.h2d_ms;
  row.compute_ms = step.compute_ms;
  row.step_ms = step.step_ms;
  row.read_ms = step.read_ms;
  row.prep_ms = step.prep_ms;
  row.loss = step.loss;
  row.launch_ms = step.launch_ms;
  row.hook_ms = step.hook_ms;
  row.forward_ms = step.forward_ms;
  row.backward_ms = step.backward_ms;
  row.optimizer_ms = step.optimizer_ms;
  io::step_table().write(rows, row);
}

void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, Device device, const char* source) {
  auto row = row_of<io::EpochRow>(epoch, source);
  row.epoch = epoch.epoch;
  row.complete = epoch.complete;
  row.steps = epoch.steps;
  row.counted = epoch.counted;
  row.stall_ms = epoch.all.stall_ms;
  row.compute_ms = epoch.all.compute_ms;
  row.overhead_ms = epoch.overhead_ms();
  row.epoch_s = epoch.all.step_ms * 1e-3;
  row.median_step_ms = epoch.times.step_ms.at(0.5).value_or(NAN);
  row.images_per_s = static_cast<double>(epoch.images) / row.epoch_s;
  row.resident_pct = epoch.resident_pct;
  row.device = to_string(device);
  row.hook_ms = epoch.all.hook_ms + epoch.boundary_hook_ms;
  row.stall_pct = 100 * epoch.all.stall_ms / epoch.all.step_ms;
  row.p95_step_ms = epoch.times.step_ms.at(0.95).value_or(NAN);
  row.p99_step_ms = epoch.times.step_ms.at(0.99).value_or(NAN);
  io::epoch_table().write(rows, row);
}

void write_window(io::TsvWriter& rows, const WindowRecord& window, const char* source) {
  auto row = row_of<io::WindowRow>(window, source);
  row.window = window.window;
  row.queue_ms = window.queue_ms;
  row.infer_ms = window.infer_ms;
  row.latency_ms = window.latency_ms;
  row.latency_max_ms = window.latency_max_ms;
  row.violations = window.violations;
  row.train_steps = window.train_steps;
  row.fitting_steps = window.fitting;
  row.train_ms = window.train_ms;
  row.waiting = window.waiting;
  row.hook_ms = window.hook_ms;
  io::window_table().write(rows, row);
}

}  // namespace wattline::trainstep
