// SPDX-License-Identifier: Apache-2.0
#include "io/system_clock.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <ctime>

#include "base/error.hpp"

namespace wattline::io {

namespace {

constexpr std::int64_t kNsPerS = 1'000'000'000;
constexpr std::size_t kMaxDescriptors = 16;
constexpr double kForeverNs = 1e18;

std::int64_t read_clock(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return now.tv_sec * kNsPerS + now.tv_nsec;
}

}  // namespace

SystemClock::SystemClock(const std::optional<Emulation>& emulation)
    : timer_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
  if (!timer_) throw os_error("timerfd", errno);
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

void SystemClock::arm(std::int64_t deadline_ns) {
  const std::int64_t real_ns = std::max<std::int64_t>(unscaled(deadline_ns), 1);  // 0 would switch it off
  const itimerspec due{{0, 0}, {real_ns / kNsPerS, real_ns % kNsPerS}};
  if (::timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &due, nullptr) != 0) throw os_error("timerfd", errno);
}

// A timer of its own, because the kernel lets a poll's time limit slip by a thousandth, whatever the timer slack
// (fs/select.c, select_estimate_accuracy): a millisecond at one tick a second.
bool SystemClock::wait_until(std::int64_t deadline_ns, const int* fds, std::size_t count) {
  std::array<pollfd, kMaxDescriptors + 1> polled{};
  count = std::min(count, kMaxDescriptors);
  for (std::size_t i = 0; i < count; ++i) polled[i] = {fds[i], POLLIN, 0};
  polled[count] = {timer_.get(), POLLIN, 0};
  arm(deadline_ns);
  for (;;) {
    const int ready = ::poll(polled.data(), count + 1, -1);
    if (ready < 0 && errno != EINTR) throw os_error("poll", errno);
    if (ready > (polled[count].revents != 0 ? 1 : 0)) return true;
    if (mono_ns() >= deadline_ns) return false;
  }
}

}  // namespace wattline::io
