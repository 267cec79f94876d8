// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/limits.hpp"

#include <limits>

#include "base/enum_name.hpp"
#include "io/sampling_loop.hpp"

namespace wattline::wattcheck {

namespace {

constexpr double kOff = std::numeric_limits<double>::infinity();

// Of MLPerf: 60 s, 60 readings, one per second and 5 % (Training, Power Measurement Rules), 0.5 s (check.py of the
// Inference power workflow). The others are wattline's own.
constexpr Limits kMlperf{
    60, 60, 1, 1.5, 100, 95, io::kMostMissedPct, 5, 5, kOff, kOff, 90, kOff, 1, 0, kOff, 0.5, kOff,
};
// 40 minibatches are what PowerTrain profiles a mode with.
constexpr Limits kPaper{
    60, 60, 1, 1.5, 100, 95, io::kMostMissedPct, 5, 5, 5, 5, 90, 2, 40, 1000, 20, 0.5, 5,
};
constexpr Limits kQuick{
    5, 5, 1, 5, 100, 95, 10, 20, 20, 10, 10, 90, 5, 10, 100, 50, 1, 20,
};

}  // namespace

const char* to_string(LimitSet set) {
  return enum_name(set, {"mlperf", "paper", "quick"});
}

Limits limits_of(LimitSet set) {
  return set == LimitSet::mlperf ? kMlperf : set == LimitSet::quick ? kQuick : kPaper;
}

}  // namespace wattline::wattcheck
