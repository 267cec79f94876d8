// SPDX-License-Identifier: Apache-2.0
#include "model/workload_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "model/neighbour_check.hpp"

namespace wattline::model {

namespace {

// Of each reading: its own error, or the usual one.
VectorXd noise_of(const std::vector<ModeReading>& readings, double ModeReading::*error, double usual) {
  VectorXd noise(readings.size());
  for (std::size_t i = 0; i < readings.size(); ++i) {
    noise[Eigen::Index(i)] = readings[i].*error > 0 ? readings[i].*error : usual;
  }
  return noise;
}

VectorXd with_noise(const VectorXd& sd, double noise) {
  return (sd.array().square() + noise * noise).sqrt();
}

}  // namespace

WorkloadModel::WorkloadModel(const DeviceLimits& device, const std::vector<ModeReading>& readings, const Priors& priors)
    : device_(device), readings_(combine(readings)), priors_(priors) {
  if (readings_.empty() && !priors_.scale_known) throw data_error("there are no readings to fit");
  std::vector<Mode> modes;
  for (const ModeReading& reading : readings_) modes.push_back(reading.mode);
  const std::vector<Features> x = features(modes, device_);
  at_ = coordinates(x);
  fit_time(x);
  fit_power(x);
}

void WorkloadModel::fit_time(const std::vector<Features>& x) {
  VectorXd observed(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) observed[Eigen::Index(i)] = std::log(readings_[i].minibatch_ms);
  if (!priors_.scale_known) priors_.time.mean[0] = observed.minCoeff() - 0.5;
  time_ = fit({[&](const VectorXd& theta) { return time_curve(theta, x); }, observed, priors_.time,
               Residual{at_, time_amplitude(priors_.time.mean, x)},
               noise_of(readings_, &ModeReading::log_ms_sd, kTimeNoise)});
}

// At the times that the fit believes in.
std::vector<Utilization> WorkloadModel::activity(const std::vector<Features>& x, const TimeCurve& curve,
                                                 const Residual& time) const {
  return activities(time_.theta, curve, x, predict_mean(time_, curve.value, time), device_);
}

void WorkloadModel::fit_power(const std::vector<Features>& x) {
  VectorXd observed(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) observed[Eigen::Index(i)] = std::log(readings_[i].power_w);
  const auto active = activity(x, time_curve(time_.theta, x), {at_, time_amplitude(priors_.time.mean, x)});
  power_ = fit({[&](const VectorXd& theta) { return power_curve(theta, x, active); }, observed, priors_.power,
                Residual{at_, power_amplitude(x)}, noise_of(readings_, &ModeReading::log_w_sd, kPowerNoise)});
}

Prediction WorkloadModel::predict(const std::vector<Features>& x) const {
  const MatrixXd near = correlation(coordinates(x), at_);
  const TimeCurve curve = time_curve(time_.theta, x);
  const Belief time = model::predict(time_, curve, time_amplitude(priors_.time.mean, x), near);
  const std::vector<Utilization> activity = activities(time_.theta, curve, x, time.mean, device_);
  const Belief power = model::predict(power_, power_curve(power_.theta, x, activity), power_amplitude(x), near);
  return {time.mean, time.sd, power.mean, power.sd};
}

Prediction WorkloadModel::predict(const std::vector<Mode>& modes) const {
  Prediction reading = predict_truth(modes);
  reading.log_ms_sd = with_noise(reading.log_ms_sd, kTimeNoise);
  reading.log_w_sd = with_noise(reading.log_w_sd, kPowerNoise);
  return reading;
}

Prediction WorkloadModel::predict_truth(const std::vector<Mode>& modes) const {
  constexpr std::size_t kBlock = 256;  // what a block needs stays in the processor's cache
  const auto n = Eigen::Index(modes.size());
  Prediction all{VectorXd(n), VectorXd(n), VectorXd(n), VectorXd(n)};
  std::vector<Features> x;
  for (std::size_t first = 0; first < modes.size(); first += kBlock) {
    const std::size_t size = std::min(kBlock, modes.size() - first);
    x.clear();
    for (std::size_t i = 0; i < size; ++i) x.push_back(features(modes[first + i], device_));
    const Prediction block = predict(x);
    for (const auto part : {&Prediction::log_ms, &Prediction::log_ms_sd, &Prediction::log_w, &Prediction::log_w_sd}) {
      (all.*part).segment(Eigen::Index(first), Eigen::Index(size)) = block.*part;
    }
  }
  return all;
}

std::array<JointBelief, 2> WorkloadModel::joint_beliefs(const std::vector<Mode>& modes) const {
  const std::vector<Features> x = features(modes, device_);
  const MatrixXd at = coordinates(x);
  const Residual time{at, time_amplitude(priors_.time.mean, x)}, power{at, power_amplitude(x)};
  const TimeCurve curve = time_curve(time_.theta, x);
  const MatrixXd power_slope = power_curve(power_.theta, x, activity(x, curve, time)).slope;
  return {JointBelief(covariance(time_, curve.slope, time), kTimeNoise),
          JointBelief(covariance(power_, power_slope, power), kPowerNoise)};
}

bool WorkloadModel::suspect(std::size_t i) const {
  const auto k = Eigen::Index(i);
  const auto far = [&](const Posterior& fit, double amplitude, double noise) {
    return fit.weight[k] < kSuspectWeight && far_from_neighbours({at_, fit.off, fit.weight}, k, amplitude, noise);
  };
  const ModeReading& reading = readings_[i];
  return far(time_, kTimeAmplitude + kCpuBoundAmplitude, std::max(kTimeNoise, reading.log_ms_sd)) ||
         far(power_, kPowerAmplitude, std::max(kPowerNoise, reading.log_w_sd));
}

}  // namespace wattline::model
