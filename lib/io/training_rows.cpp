// SPDX-License-Identifier: Apache-2.0
#include "io/training_rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::io {

const RowTable<StepRow>& step_table() {
  using R = StepRow;
  static const RowTable<R> table{
      "step",
      {interval_fields<R>(),
       {{"epoch", "1", 0, "epoch, from 0"}, &R::epoch},
       {{"step", "1", 0, "minibatch within the epoch, from 0"}, &R::step},
       {{"phase", "", 0, "first, stabilizing or counted"}, &R::phase},
       {{"stall_ms", "ms", 3, "asking for the batch until it is on the device"}, &R::stall_ms},
       {{"h2d_ms", "ms", 3, "part of the stall spent copying to the device"}, &R::h2d_ms},
       {{"compute_ms", "ms", 3, "batch on the device until the optimizer step is done"}, &R::compute_ms},
       {{"step_ms", "ms", 3, "end of the previous step until the end of this one"}, &R::step_ms},
       {{"read_ms", "ms", 3, "reading the files of this batch, inside the worker"}, &R::read_ms},
       {{"prep_ms", "ms", 3, "decoding and transforming them, inside the worker"}, &R::prep_ms},
       {{"images", "1", 0, "samples in the batch"}, &R::images},
       {{"loss", "1", 6, "training loss of the batch"}, &R::loss},
       {{"launch_ms", "ms", 3, "part of compute_ms until a GPU's work was queued"}, &R::launch_ms},
       {{"hook_ms", "ms", 3, "part of step_ms spent in --gpio"}, &R::hook_ms},
       {kSource, &R::source}}};
  return table;
}

const RowKind& step_rows() {
  return step_table().kind();
}

const RowTable<EpochRow>& epoch_table() {
  using R = EpochRow;
  static const RowTable<R> table{
      "epoch",
      {interval_fields<R>(),
       {{"epoch", "1", 0, "epoch, from 0"}, &R::epoch},
       {{"complete", "1", 0, "1 = every minibatch of the data set was trained"}, &R::complete},
       {{"steps", "1", 0, "minibatches trained"}, &R::steps},
       {{"counted", "1", 0, "of these, in phase counted"}, &R::counted},
       {{"stall_ms", "ms", 3, "sum over the epoch's steps"}, &R::stall_ms},
       {{"compute_ms", "ms", 3, "sum over the epoch's steps"}, &R::compute_ms},
       {{"overhead_ms", "ms", 3, "epoch time less stall and compute"}, &R::overhead_ms},
       {{"epoch_s", "s", 6, "end less start"}, &R::epoch_s},
       {{"median_step_ms", "ms", 3, "median step_ms of the counted steps"}, &R::median_step_ms},
       {{"images", "1", 0, "samples trained"}, &R::images},
       {{"images_per_s", "1/s", 3, "images divided by epoch_s"}, &R::images_per_s},
       {{"resident_pct", "%", 4, "share of the data set in the page cache at the end, if asked for"}, &R::resident_pct},
       {{"device", "", 0, "cpu or cuda"}, &R::device},
       {{"hook_ms", "ms", 3, "--marks, --epoch-hook and --residency around the epoch, --gpio in it"}, &R::hook_ms},
       {kSource, &R::source}}};
  return table;
}

const RowKind& epoch_rows() {
  return epoch_table().kind();
}

Column carried_column(const std::string& name) {
  for (const RowKind* kind : {&step_rows(), &epoch_rows()}) {
    for (const Column& column : kind->columns) {
      if (column.name == name) return {name, column.unit, 0, "from the input row"};
    }
  }
  return {name, "", 0, "from the input row"};
}

const RowKind& run_summary_rows() {
  static const RowKind kind{
      "run summary",
      {{"name", "", 0, "name of the value"}, {"value", "", 0, "the value"}, {"unit", "", 0, "its unit"}}};
  return kind;
}

}  // namespace wattline::io
