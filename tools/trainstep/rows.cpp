// SPDX-License-Identifier: Apache-2.0
#include "trainstep/rows.hpp"

namespace wattline::trainstep {

const io::RowKind& info_rows() {
  static const io::RowKind kind{"info",
                                {{"name", "", 0, "name of the fact; module NAME for each module with weights"},
                                 {"value", "", 0, "value of the fact"},
                                 {"unit", "", 0, "unit of the value; for a module, its kind"}}};
  return kind;
}

void write_step(io::TsvWriter& rows, const StepRecord& step, const Origin& origin) {
  StepRecord row = step;
  row.source = origin.source;
  row.precision = origin.precision;
  io::step_table().write(rows, row);
}

void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const Origin& origin) {
  io::EpochRow row;
  static_cast<io::IntervalTimes&>(row) = epoch;
  row.images = epoch.images;
  row.source = origin.source;
  row.precision = origin.precision;
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
  row.validation_s = epoch.validation_s;
  row.validation_loss = epoch.validation_loss;
  row.accuracy_pct = epoch.accuracy_pct;
  row.device = to_string(origin.device);
  row.hook_ms = epoch.all.hook_ms + epoch.boundary_hook_ms;
  row.stall_pct = 100 * epoch.all.stall_ms / epoch.all.step_ms;
  row.p95_step_ms = epoch.times.step_ms.at(0.95).value_or(NAN);
  row.p99_step_ms = epoch.times.step_ms.at(0.99).value_or(NAN);
  io::epoch_table().write(rows, row);
}

void write_window(io::TsvWriter& rows, const WindowRecord& window, const Origin& origin) {
  io::WindowRow row = window;
  row.source = origin.source;
  row.precision = origin.precision;
  io::window_table().write(rows, row);
}

}  // namespace wattline::trainstep
