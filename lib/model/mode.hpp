// SPDX-License-Identifier: Apache-2.0
// The modes, readings and devices that the models and searches work with.
#pragma once
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

// One profile of a workload in a mode: median minibatch time and power, and the standard deviations of the errors of
// their natural logs; 0 = not known, what is usual.
struct ModeReading {
  Mode mode{};
  double minibatch_ms = 0;
  double power_w = 0;
  double log_ms_sd = 0, log_w_sd = 0;
};

// The mean of two readings, the median of more: one bad reading among three does no harm.
double combine(std::vector<double> readings);
// Readings of the same mode become one, with the smallest error of theirs; the result is sorted by mode.
std::vector<ModeReading> combine(const std::vector<ModeReading>& readings);

// The largest setting of each axis: what clocks are measured against.
struct DeviceLimits {
  Mode top{};
  DeviceLimits() = default;
  explicit DeviceLimits(const std::vector<Mode>& modes);
  void extend(const Mode& mode);
};

}  // namespace wattline::model
