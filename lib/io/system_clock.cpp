// SPDX-License-Identifier: Apache-2.0
#include "io/system_clock.hpp"

#include <poll.h>
#include <sys/prctl.h>

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

std::int64_t read_clock(clockid_t id) {
  timespec now{};
  ::clock_gettime(id, &now);
  return now.tv_sec * kNsPerS + now.tv_nsec;
}

}  // namespace

SystemClock::SystemClock(const std::optional<Emulation>& emulation) {
  ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
  if (!emulation) return;
  scale_ = emulation->time_scale;
  origin_ns_ = emulation->origin_mono_ns;
}

std::int64_t SystemClock::scaled(std::int64_t real_mono_ns) const {
  if (scale_ == 1) return real_mono_ns;
  return origin_ns_ + std::llround(static_cast<double>(real_mono_ns - origin_ns_) * scale_);
}

std::int64_t SystemClock::mono_ns() { return scaled(read_clock(CLOCK_MONOTONIC)); }

std::int64_t SystemClock::time_ns() {
  const std::int64_t mono = read_clock(CLOCK_MONOTONIC);
  return read_clock(CLOCK_REALTIME) + scaled(mono) - mono;
}

bool SystemClock::wait_until(std::int64_t deadline_ns, const int* fds, std::size_t count) {
  std::array<pollfd, kMaxDescriptors> polled{};
  count = std::min(count, kMaxDescriptors);
  for (std::size_t i = 0; i < count; ++i) polled[i] = {fds[i], POLLIN, 0};
  for (;;) {
    const double left = static_cast<double>(std::max<std::int64_t>(deadline_ns - mono_ns(), 0)) / scale_;
    const auto left_ns = static_cast<std::int64_t>(std::min(left, 1e18));
    const timespec timeout{left_ns / kNsPerS, left_ns % kNsPerS};
    const int ready = ::ppoll(polled.data(), count, &timeout, nullptr);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw os_error("poll", errno);
    if (mono_ns() >= deadline_ns) return false;
  }
}

}  // namespace wattline::io
