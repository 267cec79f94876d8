// SPDX-License-Identifier: Apache-2.0
#include "trainstep/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::trainstep {

namespace {

using std::chrono::nanoseconds;

struct WindowRow : WindowRecord {
  const char* source;
};

const io::RowTable<WindowRow>& window_table() {
  using W = WindowRow;
  static const io::RowTable<W> table{
      "window",
      {{io::kStart, &W::start_ns, io::as_time},
       {io::kEnd, &W::end_ns, io::as_time},
       {io::kEndTime, &W::end_time_ns, io::as_time},
       {{"window", "1", 0, "number of the window, from 0: an inference minibatch and the training after it"},
        &W::window},
       {{"queue_ms", "ms", 3, "mean time from the arrival of a request to the start of its inference"}, &W::queue_ms},
       {{"infer_ms", "ms", 3, "execution time of the inference minibatch"}, &W::infer_ms},
       {{"latency_ms", "ms", 3, "mean time from the arrival of a request to its answer"}, &W::latency_ms},
       {{"latency_max_ms", "ms", 3, "longest time from the arrival of a request to its answer"}, &W::latency_max_ms},
       {{"violations", "1", 0, "number of requests above the latency limit"}, &W::violations},
       {{"train_steps", "1", 0, "number of training minibatches in the window"}, &W::train_steps},
       {{"fitting_steps", "1", 0,
         "number of training minibatches that fit: floor((batch / rate - inference) / training)"},
        &W::fitting},
       {{"train_ms", "ms", 3, "total time of the training minibatches"}, &W::train_ms},
       {{"images", "1", 0, "number of requests answered"}, &W::images},
       {{"waiting", "1", 0, "number of requests that waited behind this minibatch when its inference began"},
        &W::waiting},
       {{"hook_ms", "ms", 3, "time of the commands of the phase hook"}, &W::hook_ms},
       {io::kSource, &W::source}}};
  return table;
}

// What step and epoch rows have in common.
template <class Row, class Record>
Row row_of(const Record& record, const char* source) {
  Row row;
  row.start = nanoseconds(record.start_ns);
  row.end = nanoseconds(record.end_ns);
  row.end_time = nanoseconds(record.end_time_ns);
  row.epoch = record.epoch;
  row.images = record.images;
  row.source = source;
  return row;
}

}  // namespace

const io::RowKind& window_rows() {
  return window_table().kind();
}

const io::RowKind& info_rows() {
  static const io::RowKind kind{"info",
                                {{"name", "", 0, "name of the fact; module NAME for each module with weights"},
                                 {"value", "", 0, "value of the fact"},
                                 {"unit", "", 0, "unit of the value; for a module, its kind"}}};
  return kind;
}

void write_step(io::TsvWriter& rows, const StepRecord& step, const char* source) {
  auto row = row_of<io::StepRow>(step, source);
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
  window_table().write(rows, WindowRow{window, source});
}

}  // namespace wattline::trainstep
