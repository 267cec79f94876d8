// SPDX-License-Identifier: Apache-2.0
// Time stamps inside a step, on the time line of whatever computes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "base/clock.hpp"

namespace wattline::trainstep {

// The instants of a step, in order: at the end of what they are named for. forward and backward with --stages alone.
enum class Mark { start, fetched, on_device, forward, backward, computed };
constexpr std::size_t kMarks = 6;
constexpr std::size_t index(Mark mark) {
  return static_cast<std::size_t>(mark);
}
using Instants = std::array<std::int64_t, kMarks>;  // in nanoseconds

struct Timer {
  bool queues;                                   // calls return before their work is done, as on a GPU
  std::function<void(Mark)> mark;                // queues a time stamp, does not wait
  std::function<void()> wait;                    // until the last mark was reached
  std::function<double(Mark, Mark)> elapsed_ms;  // between two marks of this step, after wait()
};

// The processor computes synchronously: a mark is the time of the call. `correct` may replace instants when the step is
// over.
Timer host_timer(Clock& clock, std::function<void(Instants&)> correct = {});

}  // namespace wattline::trainstep
