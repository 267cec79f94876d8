// SPDX-License-Identifier: Apache-2.0
#include "model/bounded_prediction.hpp"

#include <algorithm>
#include <cmath>

#include "base/parse.hpp"
#include "model/hardware_bound.hpp"

namespace wattline::model {

namespace {

// On the measured tables of bench/models, errors of predicted times and powers are about these multiples of the model's
// standard deviations.
constexpr double kTimeErrorRatio = 0.9, kPowerErrorRatio = 1.2;
constexpr double kTimeErrorRatioUnread = 0.5, kPowerErrorRatioUnread = 0.6;  // without a reading

constexpr Eigen::Index kIdlePower = 0;  // the power parameter "base": log of the watts that no clock changes

std::vector<ModeReading> trusted(const WorkloadModel& model) {
  std::vector<ModeReading> readings;
  for (std::size_t i = 0; i < model.readings().size(); ++i) {
    if (!model.suspect(i)) readings.push_back(model.readings()[i]);
  }
  return readings;
}

LogRange plausible_power(const WorkloadModel& model) {
  const Prediction largest = model.predict(std::vector<Mode>{model.device().top});
  return {model.power().theta[kIdlePower], largest.log_w[0] + kPowerTolerance};
}

// No belief is wider than any value of the range being as likely as any other. Within the tolerance of the rule the
// range says nothing about the spread.
void keep_within(const LogRange& range, double& mean, double& sd) {
  mean = range.nearest(mean);
  sd = std::min(sd, std::max(range.width() / std::sqrt(12.0), kPredictionTolerance));
}

}  // namespace

Prediction predict_within_bounds(const WorkloadModel& model, const std::vector<Mode>& modes) {
  Prediction p = model.predict(modes);
  const bool unread = model.readings().empty();
  p.log_ms_sd *= unread ? kTimeErrorRatioUnread : kTimeErrorRatio;
  p.log_w_sd *= unread ? kPowerErrorRatioUnread : kPowerErrorRatio;
  const HardwareBound hardware(model.device(), trusted(model), kPredictionTolerance, kPredictionTolerance);
  const LogRange plausible = plausible_power(model);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto k = Eigen::Index(i);
    OutcomeRange range = hardware.at(modes[i]);
    range.log_w.narrow(plausible);
    keep_within(range.log_ms, p.log_ms[k], p.log_ms_sd[k]);
    keep_within(range.log_w, p.log_w[k], p.log_w_sd[k]);
  }
  return p;
}

Prediction predict_within_bounds(const Space& space, const History& history, const std::vector<Mode>& modes) {
  DeviceLimits device = space.device();
  std::vector<ModeReading> readings;
  for (const auto& [mode, outcome] : history.combined()) {
    device.extend(mode);
    readings.push_back(to_reading(mode, outcome));
  }
  return predict_within_bounds(WorkloadModel(device, readings, space.priors()), modes);
}

ReadSettings::ReadSettings(const std::vector<ModeReading>& readings) {
  if (readings.empty()) return;
  low_ = high_ = readings.front().mode;
  for (const ModeReading& reading : readings) {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      low_[axis] = std::min(low_[axis], reading.mode[axis]);
      high_[axis] = std::max(high_[axis], reading.mode[axis]);
    }
  }
}

std::string ReadSettings::outside(const Mode& mode) const {
  std::vector<std::string> names;
  for (const Axis axis : {kCores, kCpu, kGpu, kEmc, kBatch}) {
    if (mode[axis] < low_[axis] || mode[axis] > high_[axis]) names.emplace_back(to_string(axis));
  }
  return names.empty() ? "none" : join(names, ",");
}

}  // namespace wattline::model
