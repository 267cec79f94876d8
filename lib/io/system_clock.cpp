// SPDX-License-Identifier: Apache-2.0
#include "io/system_clock.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::io {

namespace {

constexpr std::size_t kMaxDescriptors = 16;
constexpr double kForeverNs = 1e18;

std::int64_t read_clock(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return now.tv_sec * kSecondNs + now.tv_nsec;
}

timespec to_timespec(std::int64_t ns) {
  return {static_cast<std::time_t>(ns / kSecondNs), static_cast<long>(ns % kSecondNs)};
}

// The kernel lets a poll end late by this part of its time limit, at most 100 ms, whatever the timer slack
// (fs/select.c, select_estimate_accuracy): by a millisecond at one tick a second, and by five if the process is nice.
std::int64_t slack_parts() {
  return ::getpriority(PRIO_PROCESS, 0) > 0 ? 200 : 1000;
}

// With a limit that is shorter by the slack, a poll ends on time. If it ends early, because of another timer or in a
// realtime thread, the rest is waited for again. A timerfd as a second descriptor would be as precise, but takes 11 %
// of the CPU time of a logger's tick at 100 Hz.
std::int64_t poll_limit_ns(std::int64_t left_ns, std::int64_t parts) {
  constexpr std::int64_t kMostSlackNs = kSecondNs / 10;
  if (left_ns <= 0) return 0;
  return left_ns - std::min(left_ns / (parts + 1), kMostSlackNs);
}

}  // namespace

SystemClock::SystemClock(const std::optional<Emulation>& emulation) : slack_parts_(slack_parts()) {
  ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  if (!emulation) return;
  scale_ = emulation->time_scale;
  origin_ns_ = emulation->origin_mono_ns;
}

std::int64_t SystemClock::scaled(std::int64_t real_mono_ns) const {
  if (scale_ == 1) return real_mono_ns;
  return origin_ns_ + std::llround(static_cast<double>(real_mono_ns - origin_ns_) * scale_);
}

std::int64_t SystemClock::unscaled(std::int64_t mono_ns) const {
  if (scale_ == 1) return mono_ns;
  const double passed_ns = static_cast<double>(mono_ns - origin_ns_) / scale_;
  return origin_ns_ + static_cast<std::int64_t>(std::ceil(std::min(passed_ns, kForeverNs)));
}

std::int64_t SystemClock::mono_ns() {
  return scaled(read_clock(CLOCK_MONOTONIC));
}

std::int64_t SystemClock::time_ns() {
  const std::int64_t mono = read_clock(CLOCK_MONOTONIC);
  return read_clock(CLOCK_REALTIME) + scaled(mono) - mono;
}

bool SystemClock::wait_until(std::int64_t deadline_ns, const int* fds, std::size_t count) {
  std::array<pollfd, kMaxDescriptors> polled{};
  count = std::min(count, kMaxDescriptors);
  for (std::size_t i = 0; i < count; ++i) polled[i] = {fds[i], POLLIN, 0};
  const std::int64_t real_deadline_ns = unscaled(deadline_ns);
  for (;;) {
    const timespec limit = to_timespec(poll_limit_ns(real_deadline_ns - read_clock(CLOCK_MONOTONIC), slack_parts_));
    const int ready = ::ppoll(polled.data(), count, &limit, nullptr);
    if (ready < 0 && errno != EINTR) throw os_error("poll", errno);
    if (ready > 0) return true;
    if (mono_ns() >= deadline_ns) return false;
  }
}

}  // namespace wattline::io
