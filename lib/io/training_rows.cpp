// SPDX-License-Identifier: Apache-2.0
#include "io/training_rows.hpp"

namespace wattline::io {

// A number from 0, of which a negative one is none.
std::optional<std::int64_t> number_or_none(std::int64_t number) {
  return number < 0 ? std::nullopt : std::optional(number);
}
template <class Row, class Object>
ReadField<Row> reader_of(std::int64_t Object::*number, std::optional<std::int64_t> (*)(std::int64_t)) {
  return reader_of<Row>(number);
}

namespace {

const Column kPrecision{"precision", "", 0, "fp32, default, tf32, fp16 or bf16; NA = no network computed"};

}  // namespace

void StepStages::add(const StepStages& other) {
  stall_ms += other.stall_ms;
  h2d_ms += other.h2d_ms;
  compute_ms += other.compute_ms;
  step_ms += other.step_ms;
  read_ms += other.read_ms;
  prep_ms += other.prep_ms;
  launch_ms = std::isnan(launch_ms) ? other.launch_ms : launch_ms + other.launch_ms;
  hook_ms += other.hook_ms;
}

const RowTable<StepRow>& step_table() {
  using R = StepRow;
  static const RowTable<R> table{
      "step",
      {interval_fields<R>(),
       {{"epoch", "1", 0, "number of the epoch, from 0"}, &R::epoch},
       {{"step", "1", 0, "number of the minibatch in its epoch, from 0; NA in validation"}, &R::step, number_or_none},
       {{"phase", "", 0, "first, stabilizing, counted or validation"}, &R::phase},
       {{"stall_ms", "ms", 3, "time from requesting the batch until it is on the device"}, &R::stall_ms},
       {{"h2d_ms", "ms", 3, "time to copy the batch to the device, a part of stall_ms"}, &R::h2d_ms},
       {{"compute_ms", "ms", 3, "time from then until the optimizer step is done"}, &R::compute_ms},
       {{"step_ms", "ms", 3, "time from the end of the previous step to the end of this one"}, &R::step_ms},
       {{"read_ms", "ms", 3, "time that the worker took to read the files of this batch"}, &R::read_ms},
       {{"prep_ms", "ms", 3, "time that the worker took to decode and transform them"}, &R::prep_ms},
       {{"images", "1", 0, "number of samples in the batch"}, &R::images},
       {{"loss", "1", 6, "loss of the batch"}, &R::loss},
       {{"launch_ms", "ms", 3, "time until the work was queued on the GPU, a part of compute_ms"}, &R::launch_ms},
       {{"hook_ms", "ms", 3, "time spent setting the GPIO line, a part of step_ms"}, &R::hook_ms},
       {{"forward_ms", "ms", 3, "time of the forward pass and the loss, a part of compute_ms"}, &R::forward_ms},
       {{"backward_ms", "ms", 3, "time of the backward pass, a part of compute_ms"}, &R::backward_ms},
       {{"optimizer_ms", "ms", 3, "time of the update of the weights, a part of compute_ms"}, &R::optimizer_ms},
       {{"tokens", "1", 0, "number of tokens that a language model read or wrote in the step"}, &R::tokens},
       {{"accuracy_pct", "%", 3, "in validation, share of the batch that was classified rightly"}, &R::accuracy_pct},
       {kPrecision, &R::precision},
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
       {{"steps", "1", 0, "number of minibatches trained"}, &R::steps},
       {{"counted", "1", 0, "number of these in phase counted"}, &R::counted},
       {{"stall_ms", "ms", 3, "sum of stall_ms over the steps of the epoch"}, &R::stall_ms},
       {{"compute_ms", "ms", 3, "sum of compute_ms over the steps of the epoch"}, &R::compute_ms},
       {{"overhead_ms", "ms", 3, "time of the epoch minus stall_ms and compute_ms"}, &R::overhead_ms},
       {{"epoch_s", "s", 6, "time from the start to the end of the epoch"}, &R::epoch_s},
       {{"median_step_ms", "ms", 3, "median step_ms of the counted steps"}, &R::median_step_ms},
       {{"images", "1", 0, "number of samples trained"}, &R::images},
       {{"images_per_s", "1/s", 3, "images divided by epoch_s"}, &R::images_per_s},
       {{"resident_pct", "%", 4, "share of the data set in the page cache at the end of the epoch, if measured"},
        &R::resident_pct},
       {{"device", "", 0, "cpu, cuda or jetsim"}, &R::device},
       {{"hook_ms", "ms", 3,
         "time spent on marks, the epoch hook and residency around the epoch and on the GPIO line during it"},
        &R::hook_ms},
       {{"stall_pct", "%", 2, "stall_ms in % of epoch_s"}, &R::stall_pct},
       {{"p95_step_ms", "ms", 3, "95th percentile of step_ms of the counted steps"}, &R::p95_step_ms},
       {{"p99_step_ms", "ms", 3, "99th percentile of step_ms of the counted steps"}, &R::p99_step_ms},
       {{"validation_s", "s", 6, "time of the validation after the epoch, not a part of epoch_s"}, &R::validation_s},
       {{"validation_loss", "1", 6, "mean loss of the validation"}, &R::validation_loss},
       {{"accuracy_pct", "%", 3, "share of the validation's samples that were classified rightly"}, &R::accuracy_pct},
       {kPrecision, &R::precision},
       {kSource, &R::source}}};
  return table;
}

const RowKind& epoch_rows() {
  return epoch_table().kind();
}

const RowTable<WindowRow>& window_table() {
  using W = WindowRow;
  static const RowTable<W> table{
      "window",
      {interval_fields<W>(),
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
        &W::fitting_steps},
       {{"train_ms", "ms", 3, "total time of the training minibatches"}, &W::train_ms},
       {{"images", "1", 0, "number of requests answered"}, &W::images},
       {{"waiting", "1", 0, "number of requests that waited behind this minibatch when its inference began"},
        &W::waiting},
       {{"hook_ms", "ms", 3, "time of the commands of the phase hook"}, &W::hook_ms},
       {{"prompt_tokens", "1", 0, "number of tokens in the prompts of a language model"}, &W::prompt_tokens},
       {{"tokens", "1", 0, "number of tokens that the language model generated"}, &W::tokens},
       {{"prefill_ms", "ms", 3, "time until the first token of each request is there, a part of infer_ms"},
        &W::prefill_ms},
       {{"decode_ms", "ms", 3, "time from then until the last one is there, a part of infer_ms"}, &W::decode_ms},
       {{"first_token_ms", "ms", 3, "mean time from the arrival of a request to its first token"}, &W::first_token_ms},
       {{"token_ms", "ms", 3, "time per token after the first, decode_ms / (generated tokens of a request - 1)"},
        &W::token_ms},
       {kPrecision, &W::precision},
       {kSource, &W::source}}};
  return table;
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
      {{"name", "", 0, "name of the value"}, {"value", "", 0, "the value"}, {"unit", "", 0, "unit of the value"}}};
  return kind;
}

}  // namespace wattline::io
