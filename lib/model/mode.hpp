// SPDX-License-Identifier: Apache-2.0
// The modes, readings and devices that the models and searches work with.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/power_mode.hpp"

namespace wattline::model {

enum Axis : std::size_t { kCores, kCpu, kGpu, kEmc, kBatch, kAxes };
constexpr std::array<Axis, 4> kKnobs{kCores, kCpu, kGpu, kEmc};
// The word for it in rows and messages.
const char* to_string(Axis axis);

// A power mode and, where a table has one, the batch size, in kernel units. 0 = no such knob (or no batch).
// Order is (cores, cpu, gpu, emc, batch), as tables are sorted.
using Mode = std::array<std::int64_t, kAxes>;

Mode to_mode(const PowerMode& mode, std::optional<std::int64_t> batch = {});
PowerMode to_power_mode(const Mode& mode);
Mode without_batch(Mode mode);
// Its batch size; none without one.
std::optional<std::int64_t> batch_of(const Mode& mode);

constexpr double kTimeNoise = 0.02, kPowerNoise = 0.012;  // usual errors of log readings, as Student-t scales

// One profile of a workload in a mode: median minibatch time and power, and the standard deviations of the errors of
// their natural logs; 0 = not known, or not above what is usual.
struct ModeReading {
  Mode mode{};
  double minibatch_ms = 0;
  double power_w = 0;
  double log_ms_sd = 0, log_w_sd = 0;
};

// Whether its error is larger than usual.
template <class Reading>
bool is_noisy(const Reading& reading) {
  return reading.log_ms_sd > 0 || reading.log_w_sd > 0;
}
// Readings of one mode: the noisy ones do not count beside others.
template <class Reading>
void keep_precise(std::vector<Reading>& readings) {
  if (std::all_of(readings.begin(), readings.end(), is_noisy<Reading>)) return;
  readings.erase(std::remove_if(readings.begin(), readings.end(), is_noisy<Reading>), readings.end());
}

// The mean of two readings, the median of more: one bad reading among three does no harm.
double combine(std::vector<double> readings);
// The standard deviation of the error of that, of readings with these; 0 if one of them is, or if it is up to `usual`.
double combine_errors(const std::vector<double>& errors, double usual);
// Readings of the same mode become one; the result is sorted by mode.
std::vector<ModeReading> combine(const std::vector<ModeReading>& readings);

// The largest setting of each axis: what clocks are measured against.
struct DeviceLimits {
  Mode top{};
  DeviceLimits() = default;
  explicit DeviceLimits(const std::vector<Mode>& modes);
  void extend(const Mode& mode);
};

}  // namespace wattline::model
