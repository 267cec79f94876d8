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

double combine_errors(const std::vector<double>& errors, double usual) {
  if (errors.size() == 1) return errors[0];
  double squares = 0;
  for (const double error : errors) {
    if (error == 0) return 0;
    squares += error * error;
  }
  const double error = std::sqrt(squares) / double(errors.size());
  return error > usual ? error : 0;
}

std::vector<ModeReading> combine(const std::vector<ModeReading>& readings) {
  std::map<Mode, std::vector<ModeReading>> by_mode;
  for (const ModeReading& reading : readings) by_mode[reading.mode].push_back(reading);
  std::vector<ModeReading> combined;
  combined.reserve(by_mode.size());
  for (auto& [mode, all] : by_mode) {
    keep_precise(all);
    const auto values = [&readings = all](double ModeReading::*part) {
      std::vector<double> parts;
      for (const ModeReading& reading : readings) parts.push_back(reading.*part);
      return parts;
    };
    combined.push_back({mode, combine(values(&ModeReading::minibatch_ms)), combine(values(&ModeReading::power_w)),
                        combine_errors(values(&ModeReading::log_ms_sd), kTimeNoise),
                        combine_errors(values(&ModeReading::log_w_sd), kPowerNoise)});
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
