// SPDX-License-Identifier: Apache-2.0
// The bottleneck of a run: what its steps waited for.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

struct StepBottleneck {
  // disk, pre-processing or copy when more than a tenth of the time was stall, else launch or compute.
  std::string name;
  double stall_share_pct = 0;
  // Loader threads that make a minibatch in the time that the rest of a step takes.
  std::optional<std::int64_t> workers_to_hide;
};

// A sentence: what takes the time, and what would help.
std::string in_words(const StepBottleneck& bottleneck);

// From sums over steps; empty when there are none. A step is launch-bound when its launch time is close to its compute
// time (more than 0.9 of it).
std::optional<StepBottleneck> bottleneck_of(const Stages& sums);

}  // namespace wattline::trainstep
