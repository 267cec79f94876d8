// SPDX-License-Identifier: Apache-2.0
// Looks at energy counters between the ticks of a slow log, since a counter may wrap several times meanwhile.
#pragma once
#include <cstdint>

#include "base/clock.hpp"
#include "base/not_copyable.hpp"
#include "io/fd.hpp"
#include "io/sampling_loop.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

class CounterFollower : NotCopyable {
 public:
  // Does nothing where the interval is short enough. It must live as long as the loop runs.
  CounterFollower(Clock& clock, Meter& meter, std::int64_t interval_ns, io::SamplingLoop& loop);

 private:
  io::Fd timer_;
};

}  // namespace wattline::powerlog
