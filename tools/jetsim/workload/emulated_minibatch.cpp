// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/emulated_minibatch.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "jetsim/board/emulated_machine.hpp"

namespace wattline::jetsim {

Growth Growth::of(const std::string& text, const std::string& path) {
  const auto words = split_blanks(text);
  double shares[4] = {};
  for (std::size_t i = 0; i < std::min<std::size_t>(words.size(), 4); ++i) shares[i] = to_double(words[i]).value_or(-1);
  const Growth growth{shares[0], shares[1], shares[2], shares[3]};
  if (words.size() != 4 || *std::min_element(shares, shares + 4) < 0)
    throw data_error(path + ": growth '" + text + "' is not FIXED BATCH TOKENS SQUARE");
  return growth;
}

// The governors of the GPU and the memory follow within milliseconds what computing asks for: a stall does not count.
Activity EmulatedMinibatch::mean() const {
  Activity sum{0, 0, 0, 0};
  double computing_ms = 0;
  for (const MinibatchSegment& segment : segments) {
    const double share = segment.ms / std::max(step_ms(), 1e-9);
    sum.cpu += share * segment.activity.cpu;
    sum.gpu += share * segment.activity.gpu;
    sum.gpu_work += share * segment.activity.gpu_work;
    if (segment.activity.gpu <= 0) continue;
    computing_ms += segment.ms;
    sum.mem += segment.ms * segment.activity.mem;
    sum.gpu_need += segment.ms * segment.activity.gpu_need;
  }
  sum.mem /= std::max(computing_ms, 1e-9);
  sum.gpu_need /= std::max(computing_ms, 1e-9);
  return sum;
}

double settled_watts(const TruePower& power, const Clocks& clocks, const EmulatedMinibatch& minibatch) {
  double watts = 0, celsius = 45;
  for (int round = 0; round < 4; ++round) {
    watts = 0;
    for (const MinibatchSegment& segment : minibatch.segments) {
      watts += power.total(power.rails(power.consumers(clocks, segment.activity, celsius))) * segment.ms;
    }
    watts /= minibatch.step_ms();
    celsius = settled_celsius(watts);
  }
  return watts;
}

double settled_idle_watts(const TruePower& power, const Clocks& clocks) {
  EmulatedMinibatch nothing;
  nothing.overhead_ms = 1;
  nothing.segments.push_back({nothing.overhead_ms, Activity{}});
  return settled_watts(power, clocks, nothing);
}

}  // namespace wattline::jetsim
