// SPDX-License-Identifier: Apache-2.0
// Rows of training: its steps, epochs and serving windows.
#include "io/row_columns.hpp"
#include "io/rows.hpp"

namespace wattline::io {

const RowKind& step_rows() {
  static const RowKind kind{"step",
                            {kStart,
                             kEnd,
                             kEndTime,
                             {"epoch", "1", 0, "epoch, from 0"},
                             {"step", "1", 0, "minibatch within the epoch, from 0"},
                             {"phase", "", 0, "first, stabilizing or counted"},
                             {"stall_ms", "ms", 3, "end of the previous step until the batch is on the device"},
                             {"h2d_ms", "ms", 3, "part of the stall spent copying to the device"},
                             {"compute_ms", "ms", 3, "batch on the device until the optimiser step is done"},
                             {"step_ms", "ms", 3, "end of the previous step until the end of this one"},
                             {"read_ms", "ms", 3, "reading the files of this batch, inside the worker"},
                             {"prep_ms", "ms", 3, "decoding and transforming them, inside the worker"},
                             {"images", "1", 0, "samples in the batch"},
                             {"loss", "1", 6, "training loss of the batch"},
                             {"launch_ms", "ms", 3, "part of compute_ms until a GPU's work was queued"},
                             {"hook_ms", "ms", 3, "part of step_ms spent in --gpio"},
                             kSource}};
  return kind;
}

const RowKind& epoch_rows() {
  static const RowKind kind{
      "epoch",
      {kStart,
       kEnd,
       kEndTime,
       {"epoch", "1", 0, "epoch, from 0"},
       {"complete", "1", 0, "1 = every minibatch of the data set was trained"},
       {"steps", "1", 0, "minibatches trained"},
       {"counted", "1", 0, "of these, in phase counted"},
       {"stall_ms", "ms", 3, "sum over the epoch's steps"},
       {"compute_ms", "ms", 3, "sum over the epoch's steps"},
       {"overhead_ms", "ms", 3, "epoch time less stall and compute"},
       {"epoch_s", "s", 6, "end less start"},
       {"median_step_ms", "ms", 3, "median step_ms of the counted steps"},
       {"images", "1", 0, "samples trained"},
       {"images_per_s", "1/s", 3, "images divided by epoch_s"},
       {"resident_pct", "%", 4, "share of the data set in the page cache at the end, when asked for"},
       {"device", "", 0, "cpu or cuda"},
       {"hook_ms", "ms", 3, "--marks, --epoch-hook and --residency around the epoch, --gpio in it"},
       kSource}};
  return kind;
}

const RowKind& run_summary_rows() {
  static const RowKind kind{
      "run summary",
      {{"name", "", 0, "name of the value"}, {"value", "", 0, "the value"}, {"unit", "", 0, "its unit"}}};
  return kind;
}

const RowKind& window_rows() {
  static const RowKind kind{
      "window",
      {kStart,
       kEnd,
       kEndTime,
       {"window", "1", 0, "inference minibatch and what was trained after it, from 0"},
       {"queue_ms", "ms", 3, "a request's arrival until its inference begins, mean of the minibatch"},
       {"infer_ms", "ms", 3, "execution of the inference minibatch"},
       {"latency_ms", "ms", 3, "a request's arrival until its answer, mean of the minibatch"},
       {"latency_max_ms", "ms", 3, "the same, largest of the minibatch"},
       {"violations", "1", 0, "requests above the latency limit"},
       {"train_steps", "1", 0, "training minibatches in the window"},
       {"fitting_steps", "1", 0, "what floor((batch / rate - inference) / training) gives"},
       {"train_ms", "ms", 3, "sum of the training minibatches"},
       {"images", "1", 0, "requests answered"},
       kSource}};
  return kind;
}

}  // namespace wattline::io
