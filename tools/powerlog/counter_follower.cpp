// SPDX-License-Identifier: Apache-2.0
#include "powerlog/counter_follower.hpp"

#include <sys/timerfd.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::powerlog {

CounterFollower::CounterFollower(Clock& clock, Meter& meter, std::int64_t interval_ns, io::SamplingLoop& loop) {
  const std::int64_t every_ns = to_nanoseconds(meter.follow_every_s());
  if (every_ns == 0 || interval_ns <= every_ns) return;
  timer_ = io::Fd(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC));
  const timespec every{every_ns / kSecondNs, every_ns % kSecondNs};
  const itimerspec times{every, every};
  if (!timer_ || ::timerfd_settime(timer_.get(), 0, &times, nullptr) != 0) throw os_error("timerfd", errno);
  loop.watch(timer_.get(), [this, &clock, &meter] {
    std::uint64_t expirations = 0;
    if (::read(timer_.get(), &expirations, sizeof expirations) > 0) meter.follow(clock);
  });
}

}  // namespace wattline::powerlog
