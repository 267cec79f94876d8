// SPDX-License-Identifier: Apache-2.0
#include "io/step_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace wattline::io {

namespace {

constexpr double kFactor = 10;   // between what cannot be the same time
constexpr double kRounding = 1;  // ms

}  // namespace

double StepTime::ms(const TsvRow& row) {
  const double start_s = row.required_number(start_), end_s = row.required_number(end_);
  const double ms = row.required_positive(step_ms_);
  const auto fail = [&](const std::string& problem) {
    return data_error(fmt::format("{}: line {}: {}", row.name(), row.line_number(), problem), "see wattline-steps(7)");
  };
  if (end_s < start_s) throw fail("end_mono_s is before start_mono_s");
  const double least_ms = 1e3 * (end_s - start_s);
  // trainstep counts from the end of the step before.
  const double most_ms = std::max(least_ms, 1e3 * (end_s - previous_end_s_.value_or(start_s)));
  previous_end_s_ = end_s;
  if (ms * kFactor + kRounding < least_ms || (most_ms > 0 && ms > most_ms * kFactor + kRounding)) {
    throw fail(fmt::format("step_ms is {:.12g} ms, but the step took {:.12g} ms from start_mono_s to end_mono_s", ms,
                           std::round(1e3 * least_ms) / 1e3));
  }
  return ms;
}

}  // namespace wattline::io
