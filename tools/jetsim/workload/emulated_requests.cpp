// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/emulated_requests.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "jetsim/workload/run_pace.hpp"
#include "jetsim/workload/training_memory.hpp"

namespace wattline::jetsim {

namespace {

// Both workloads have their first minibatch before the first row.
NoiseOptions after_warm_up(NoiseOptions noise) {
  if (noise.first_factor == 0) noise.first_factor = 1;
  return noise;
}

std::string prefill_of(const std::string& workload) {
  const std::string prefill = Surface::prefill_of(workload);
  if (!prefill.empty()) return prefill;
  throw usage_error("--generate: " + workload + " does not generate tokens", "--workload llm-decode or llm-decode-q4");
}

}  // namespace

EmulatedRequests::EmulatedRequests(const RequestOptions& options, cli::Context& context, const BoardSpec& board)
    : options_(options),
      context_(context),
      decode_(board, options.workload, after_warm_up(options.noise)),
      prefill_(board, prefill_of(options.workload), options.noise),
      load_(context.root.directory().string()),
      rows_(context, options.rows, io::window_table().kind(), {{"workload", options.workload}, {"board", board.name}}),
      batch_(options.batch > 0 ? options.batch : decode_.surface().default_batch()),
      prompt_(options.context > 0 ? options.context : prefill_.surface().context()) {
  require_memory(board, decode_.surface(), size_at(options.generate));
}

// Of the step that adds this token: its context is the prompt and the tokens before.
MinibatchSize EmulatedRequests::size_at(int token) const {
  return {batch_, prompt_ + token - 1};
}

int EmulatedRequests::run() {
  warm_up();
  run_planned(
      context_, load_, next_ns_, [this](const BoardState& state) { return plan_request(state); },
      [this](const Request& request) {
        write(request);
        if (rows_.output().reader_gone()) gone_ = true;
      },
      [this] { return ended(); });
  const int stop = context_.signals.stop();
  return stop != 0 ? signal_status(stop) : to_int(ExitCode::ok);
}

void EmulatedRequests::warm_up() {
  next_ns_ = context_.clock.mono_ns();
  const BoardState state = load_.state();
  if (hangs(state)) return wait_forever(context_);
  add(prefill_.next(state, {batch_, prompt_}));
  add(decode_.next(state, size_at(1)));
  load_.send();
  wait_until(context_, next_ns_);
}

bool EmulatedRequests::ended() const {
  const bool done = options_.requests > 0 && planned_ >= options_.requests;
  return done || gone_ || context_.signals.stop() != 0;
}

// The first token is there at the end of the prompt.
EmulatedRequests::Request EmulatedRequests::plan_request(const BoardState& state) {
  Request request;
  request.number = planned_++;
  request.start_ns = next_ns_;
  add(prefill_.next(state, {batch_, prompt_}));
  request.first_ns = next_ns_;
  for (int token = 2; token <= options_.generate; ++token) add(decode_.next(state, size_at(token)));
  request.end_ns = next_ns_;
  return request;
}

void EmulatedRequests::add(const EmulatedMinibatch& minibatch) {
  load_.set_mean(minibatch.mean());
  next_ns_ = announce(load_, next_ns_, minibatch);
}

void EmulatedRequests::write(const Request& request) {
  io::WindowRow row;
  row.start_ns = request.start_ns;
  row.end_ns = request.end_ns;
  row.end_time_ns = wall_clock_ns(context_, request.end_ns);
  row.window = request.number;
  row.infer_ms = row.latency_ms = row.latency_max_ms = to_ms(request.end_ns - request.start_ns);
  row.hook_ms = NAN;  // no hook is run
  row.images = batch_;
  row.prompt_tokens = std::int64_t{batch_} * prompt_;
  row.tokens = std::int64_t{batch_} * options_.generate;
  row.prefill_ms = row.first_token_ms = to_ms(request.first_ns - request.start_ns);
  row.decode_ms = to_ms(request.end_ns - request.first_ns);
  if (options_.generate > 1) row.token_ms = row.decode_ms / (options_.generate - 1);
  row.source = context_.root.source();
  io::window_table().write(rows_.rows(), row);
}

}  // namespace wattline::jetsim
