// SPDX-License-Identifier: Apache-2.0
#include "model/mode.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/enum_name.hpp"
#include "base/statistics.hpp"

namespace wattline::model {

const char* to_string(Axis axis) {
  return enum_name(axis, {"cores", "cpu", "gpu", "emc", "batch"});
}

Mode to_mode(const PowerMode& mode, std::optional<std::int64_t> batch) {
  return {mode.cores.value_or(0), mode.cpu_khz.value_or(0), mode.gpu_hz.value_or(0), mode.emc_hz.value_or(0),
          batch.value_or(0)};
}

PowerMode to_power_mode(const Mode& mode) {
  const auto knob = [&](Axis axis) {
    return mode[axis] > 0 ? std::optional<std::int64_t>(mode[axis]) : std::optional<std::int64_t>();
  };
  return {knob(kCores), knob(kCpu), knob(kGpu), knob(kEmc)};
}

Mode without_batch(Mode mode) {
  mode[kBatch] = 0;
  return mode;
}

std::optional<std::int64_t> batch_of(const Mode& mode) {
  if (mode[kBatch] == 0) return std::nullopt;
  return mode[kBatch];
}

double combine(std::vector<double> readings) {
  return median(std::move(readings)).value_or(0);
}

std::vector<ModeReading> combine(const std::vector<ModeReading>& readings) {
  struct Values {
    std::vector<double> ms, w;
    double log_ms_sd, log_w_sd;
  };
  std::map<Mode, Values> by_mode;
  for (const ModeReading& reading : readings) {
    const auto added = by_mode.insert({reading.mode, {{}, {}, reading.log_ms_sd, reading.log_w_sd}}).first;
    Values& values = added->second;
    values.ms.push_back(reading.minibatch_ms);
    values.w.push_back(reading.power_w);
    values.log_ms_sd = std::min(values.log_ms_sd, reading.log_ms_sd);
    values.log_w_sd = std::min(values.log_w_sd, reading.log_w_sd);
  }
  std::vector<ModeReading> combined;
  combined.reserve(by_mode.size());
  for (const auto& [mode, values] : by_mode) {
    combined.push_back({mode, combine(values.ms), combine(values.w), values.log_ms_sd, values.log_w_sd});
  }
  return combined;
}

DeviceLimits::DeviceLimits(const std::vector<Mode>& modes) {
  for (const Mode& mode : modes) extend(mode);
}

void DeviceLimits::extend(const Mode& mode) {
  for (std::size_t axis = 0; axis < kAxes; ++axis) top[axis] = std::max(top[axis], mode[axis]);
}

}  // namespace wattline::model
