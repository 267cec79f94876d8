// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/timer.hpp"

#include <array>
#include <memory>

namespace wattline::trainstep {

namespace {

std::size_t index(Mark mark) {
  return static_cast<std::size_t>(mark);
}

}  // namespace

Timer host_timer(Clock& clock) {
  const auto stamps = std::make_shared<std::array<std::int64_t, kMarks>>();
  return {false, [&clock, stamps](Mark mark) { (*stamps)[index(mark)] = clock.mono_ns(); }, [] {},
          [stamps](Mark from, Mark to) {
            return static_cast<double>((*stamps)[index(to)] - (*stamps)[index(from)]) * 1e-6;
          }};
}

}  // namespace wattline::trainstep
