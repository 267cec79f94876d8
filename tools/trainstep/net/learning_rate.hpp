// SPDX-License-Identifier: Apache-2.0
// How the learning rate of a run changes from update to update: the schedulers of PyTorch, after a warm-up if wanted.
#pragma once
#include <cstdint>
#include <string>

#include "base/enum_name.hpp"

namespace wattline::trainstep {

enum class RateSchedule {
  constant,
  step,   // a tenth after each third of the run: StepLR
  cosine  // to zero along half a wave: CosineAnnealingLR
};

inline const char* to_string(RateSchedule schedule) {
  return enum_name(schedule, {"constant", "step", "cosine"});
}

struct RateOptions {
  RateSchedule schedule = RateSchedule::constant;
  std::int64_t warmup = 0;   // updates in which the rate rises from a hundredth along a line: LinearLR
  std::int64_t updates = 1;  // of the run, the warm-up included
};

// "cosine, warm-up of 10 updates, 938 updates".
std::string in_words(const RateOptions& options);

// What the learning rate is multiplied with in that update of the run, counted from 0.
double rate_factor(const RateOptions& options, std::int64_t update);

}  // namespace wattline::trainstep
