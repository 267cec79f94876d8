// SPDX-License-Identifier: Apache-2.0
#include "io/sampling_loop.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace wattline::io {

SamplingLoop::SamplingLoop(Clock& clock, Signals& signals, const Schedule& schedule)
    : clock_(clock), signals_(signals), schedule_(schedule) {
  fds_.push_back(signals.fd());
}

void SamplingLoop::watch(int fd, std::function<void()> ready) {
  fds_.push_back(fd);
  ready_.push_back(std::move(ready));
}

bool SamplingLoop::exhausted() const {
  if (!sampling_) return true;
  if (schedule_.count > 0 && ticker_->taken() >= schedule_.count) return true;
  return schedule_.duration_ns > 0 && ticker_->due_ns() > start_ns_ + schedule_.duration_ns;
}

bool SamplingLoop::wait_for_tick() {
  const std::int64_t due = exhausted() ? std::numeric_limits<std::int64_t>::max() : ticker_->due_ns();
  if (!clock_.wait_until(due, fds_.data(), fds_.size())) return !exhausted();
  handle_events();
  return false;
}

void SamplingLoop::handle_events() {
  signals_.drain();
  const int marks = signals_.take_marks();
  if (marks > 0 && marks_) marks_(marks);
  for (const auto& ready : ready_) ready();
}

// Ticks after the end are not due, hence not missed, however late the last one is taken.
std::int64_t SamplingLoop::before_end(std::int64_t now_ns) const {
  return schedule_.duration_ns > 0 ? std::min(now_ns, start_ns_ + schedule_.duration_ns) : now_ns;
}

Tick SamplingLoop::take_tick() {
  const std::int64_t now = clock_.mono_ns();
  const std::int64_t due = ticker_->due_ns();
  const std::int64_t missed = ticker_->take(before_end(now));
  return {now, now - due - missed * schedule_.interval_ns, missed, true};
}

Tick SamplingLoop::extra_tick() {
  const std::int64_t now = clock_.mono_ns();
  const std::int64_t missed = ticker_->due_ns() < before_end(now) ? ticker_->take(before_end(now)) : 0;
  return {now, 0, missed, false};
}

void SamplingLoop::run(const std::function<bool(const Tick&)>& sample) {
  start_ns_ = clock_.mono_ns();
  ticker_.emplace(start_ns_, schedule_.interval_ns, schedule_.spread);
  while (!exhausted()) {
    if (wait_for_tick()) sampling_ = sample(take_tick());
    if (signals_.stop() == 0 && !stopped_) continue;
    if (sampling_) sample(extra_tick());
    return;
  }
}

int SamplingLoop::run_beside(Child& child, const std::function<bool(const Tick&)>& sample) {
  start_ns_ = clock_.mono_ns();
  ticker_.emplace(start_ns_, schedule_.interval_ns, schedule_.spread);
  for (;;) {
    if (wait_for_tick()) sampling_ = sample(take_tick());
    const int stop = signals_.take_stop();
    if (stop != 0 && !Signals::reaches_foreground(stop)) child.kill(stop);
    if (!child.ended()) continue;
    if (!exhausted()) sample(extra_tick());  // before its counters go
    return child.wait();
  }
}

}  // namespace wattline::io
