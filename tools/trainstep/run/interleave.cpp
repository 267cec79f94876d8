// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/interleave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <optional>
#include <thread>

#include "base/error.hpp"
#include "base/not_copyable.hpp"
#include "base/statistics.hpp"
#include "base/units.hpp"

namespace wattline::trainstep {

namespace {

constexpr int kWarmUps = 2, kTrials = 5;
constexpr std::size_t kRemembered = 101;

void remember(std::vector<double>& values, double value) {
  if (values.size() == kRemembered) values.erase(values.begin());
  values.push_back(value);
}

// Repeats a step on a thread of its own until the step returns false or throws, or until this object is destroyed.
class RepeatedBeside : NotCopyable {
 public:
  explicit RepeatedBeside(std::function<bool()> step) : step_(std::move(step)), thread_([this] { work(); }) {}
  ~RepeatedBeside() {
    if (thread_.joinable()) end();
  }
  bool ended() const { return ended_; }
  // Waits for the step that runs. Throws what a step threw.
  void finish() {
    end();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  void end() {
    ended_ = true;
    thread_.join();
  }
  void work() {
    try {
      while (!ended_ && step_()) {
      }
    } catch (...) {
      error_ = std::current_exception();
    }
    ended_ = true;
  }
  std::function<bool()> step_;
  std::atomic<bool> ended_{false};
  std::exception_ptr error_;  // of the thread until it is joined
  std::thread thread_;
};

}  // namespace

const char* to_string(SharingPolicy policy) {
  switch (policy) {
    case SharingPolicy::managed:
      return "managed";
    case SharingPolicy::round_robin:
      return "round-robin";
    case SharingPolicy::streams:
      return "streams";
  }
  return "";
}

std::int64_t fitting_steps(double rate, double batch, double inference_s, double training_s) {
  if (rate <= 0 || training_s <= 0) return 0;
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor((batch / rate - inference_s) / training_s)));
}

double Interleave::inference_s() const {
  return median(inference_).value_or(0);
}
double Interleave::training_s() const {
  return median(training_).value_or(0);
}
double Interleave::hook_s() const {
  return median(hooks_).value_or(0);
}

std::int64_t Interleave::to_clock_ns(double arrival_s) const {
  return begin_ns_ + to_nanoseconds(arrival_s);
}

bool Interleave::wait_until(std::int64_t due_ns) const {
  while (!stopped() && clock_.mono_ns() < due_ns) clock_.wait_until(due_ns, &wake_fd, wake_fd >= 0 ? 1 : 0);
  return !stopped();
}

// Without a training, the times of inferences decide nothing.
void Interleave::calibrate() {
  WindowRecord unused;
  const auto repeat = [&](int times) {
    for (int i = 0; i < times && more_; ++i) {
      begin_ns_ = clock_.mono_ns();
      infer_once(unused);
      if (work_.train) train_once(unused);
    }
  };
  repeat(kWarmUps);
  inference_.clear();
  training_.clear();
  if (work_.train) repeat(kTrials);
  trained_ = 0;
}

void Interleave::choose_policy() {
  if (!work_.train || policy_ != SharingPolicy::managed || !has_rate()) return;
  const double batch = static_cast<double>(options_.batch);
  if (fitting_steps(options_.arrivals.rate, batch, inference_s(), training_s()) > 0) return;
  const std::string problem =
      fmt::format("--rate {:g}: no training minibatch of {:.1f} ms fits between inferences of {:.1f} ms",
                  options_.arrivals.rate, 1e3 * training_s(), 1e3 * inference_s());
  const std::string remedy =
      fmt::format("one fits up to a rate of {:.1f}", std::floor(10 * batch / (inference_s() + training_s())) / 10);
  if (options_.policy) throw unavailable(problem, remedy);
  policy_ = SharingPolicy::round_robin;
  if (on_fallback) on_fallback(problem + "; " + remedy);
}

void Interleave::use_for(Use use, WindowRecord& window) {
  if (use_ == use || !before_use) return;
  use_ = use;
  const std::int64_t start = clock_.mono_ns();
  before_use(use);
  window.hook_ms += static_cast<double>(clock_.mono_ns() - start) * 1e-6;
}

// False when nothing is left to answer.
bool Interleave::infer_once(WindowRecord& window) {
  const std::int64_t start = clock_.mono_ns();
  if (!work_.infer()) {
    more_ = false;
    return false;
  }
  const std::int64_t end = clock_.mono_ns();
  remember(inference_, to_seconds(end - start));
  window.infer_ms = static_cast<double>(end - start) * 1e-6;
  add_requests(window, start, end);
  add_tokens(window, start, end);
  return true;
}

void Interleave::add_tokens(WindowRecord& window, std::int64_t start_ns, std::int64_t end_ns) const {
  const auto first_ns = work_.first_token_ns ? work_.first_token_ns() : std::nullopt;
  if (!first_ns) return;
  window.prompt_tokens = options_.batch * options_.prompt;
  window.tokens = options_.batch * options_.generate;
  window.prefill_ms = static_cast<double>(*first_ns - start_ns) * 1e-6;
  window.decode_ms = static_cast<double>(end_ns - *first_ns) * 1e-6;
  window.first_token_ms = window.queue_ms + window.prefill_ms;
  if (options_.generate > 1) window.token_ms = window.decode_ms / static_cast<double>(options_.generate - 1);
}

void Interleave::add_requests(WindowRecord& window, std::int64_t start_ns, std::int64_t end_ns) const {
  Running queue_ms, latency_ms;
  for (std::size_t k = 0; k < static_cast<std::size_t>(options_.batch); ++k) {
    const std::int64_t arrival_ns = batch_s_.empty() ? start_ns : to_clock_ns(batch_s_[k]);
    const std::int64_t latency_ns = end_ns - arrival_ns;
    queue_ms.add(static_cast<double>(start_ns - arrival_ns) * 1e-6);
    const Request request{static_cast<double>(latency_ns) * 1e-6,
                          options_.latency_limit_ns > 0 && latency_ns > options_.latency_limit_ns};
    latency_ms.add(request.latency_ms);
    window.violations += request.late ? 1 : 0;
    window.requests.push_back(request);
  }
  window.queue_ms = *queue_ms.mean();
  window.latency_ms = *latency_ms.mean();
  window.latency_max_ms = *latency_ms.max();
}

bool Interleave::train_once(WindowRecord& window) {
  const std::int64_t start = clock_.mono_ns();
  if (!work_.train()) {
    more_ = false;
    return false;
  }
  const std::int64_t taken = clock_.mono_ns() - start;
  remember(training_, to_seconds(taken));
  window.train_ms += static_cast<double>(taken) * 1e-6;
  ++window.train_steps;
  ++trained_;
  return !enough();
}

std::int64_t Interleave::steps_between() const {
  const double batch = static_cast<double>(options_.batch);
  const auto fitting = [&](double other_s) {
    return fitting_steps(options_.arrivals.rate, batch, other_s, training_s());
  };
  return std::max(fitting(inference_s() + hook_s()), std::min<std::int64_t>(fitting(inference_s()), 1));
}

void Interleave::train_between(WindowRecord& window) {
  window.fitting_steps = steps_between();
  const std::int64_t steps = policy_ == SharingPolicy::managed ? window.fitting_steps : 1;
  if (steps > 0) use_for(Use::train, window);
  for (std::int64_t i = 0; i < steps && train_once(window); ++i) {
  }
  window.cut_short = window.train_steps < steps;
  if (more_ && !enough()) use_for(Use::infer, window);
  if (window.hook_ms > 0) remember(hooks_, window.hook_ms * 1e-3);
}

std::optional<WindowRecord> Interleave::run_window(std::int64_t number, bool trains_beside) {
  WindowRecord window;
  window.window = number;
  window.images = options_.batch;
  const std::int64_t before = trained_;
  if (has_rate()) {
    batch_s_ = arrivals_.take(static_cast<std::size_t>(options_.batch));
    if (batch_s_.empty()) return std::nullopt;
    if (!wait_until(to_clock_ns(batch_s_.back()))) return std::nullopt;
  }
  if (before_inference) before_inference();
  window.start_ns = clock_.mono_ns();
  if (has_rate()) window.waiting = arrivals_.waiting_at(to_seconds(window.start_ns - begin_ns_));
  const bool answered = infer_once(window);
  if (after_inference) after_inference();
  if (!answered) return std::nullopt;
  if (trains_beside) window.train_steps = trained_ - before;
  if (work_.train && !trains_beside) train_between(window);
  window.end_ns = clock_.mono_ns();
  window.end_time_ns = clock_.time_ns();
  return window;
}

void Interleave::run() {
  calibrate();
  if (!more_) return;
  choose_policy();
  WindowRecord beside;
  if (policy_ != SharingPolicy::streams) use_for(Use::infer, beside);
  begin_ns_ = clock_.mono_ns();
  std::optional<RepeatedBeside> trainer;
  if (policy_ == SharingPolicy::streams && work_.train) trainer.emplace([&] { return train_once(beside); });
  for (std::int64_t number = 0; more_ && !(trainer && trainer->ended()); ++number) {
    const auto window = run_window(number, trainer.has_value());
    const bool wanted = window && on_window(*window);
    const std::int64_t done = work_.train ? trained_.load() : number + 1;
    if (!wanted || (options_.max_steps > 0 && done >= options_.max_steps)) break;
  }
  if (trainer) trainer->finish();
}

}  // namespace wattline::trainstep
