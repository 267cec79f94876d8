// SPDX-License-Identifier: Apache-2.0
#include "model/workload_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "model/neighbour_check.hpp"
#include "model/power_model.hpp"

namespace wattline::model {

namespace {

constexpr double kTimeNoise = 0.02, kPowerNoise = 0.012;            // Student-t scales of log readings
constexpr double kPowerAmplitude = 0.03;                            // of the residual process
constexpr double kTimeAmplitude = 0.03, kCpuBoundAmplitude = 0.04;  // the CPU-bound region is modelled less well

MatrixXd coordinates(const std::vector<Features>& x) {
  MatrixXd at(Eigen::Index(x.size()), 5);
  for (std::size_t i = 0; i < x.size(); ++i) {
    at.row(Eigen::Index(i)) << x[i].log_cores, x[i].log_cpu, x[i].log_gpu, x[i].log_emc, x[i].log_batch;
  }
  return at;
}

VectorXd power_amplitude(const std::vector<Features>& x) {
  return VectorXd::Constant(Eigen::Index(x.size()), kPowerAmplitude);
}

// The formulas are inlined whole: the derivatives that their numbers carry are not copied from call to call.
[[gnu::flatten]] Curve power_curve(const VectorXd& theta, const std::vector<Features>& x,
                                   const std::vector<Utilization>& activity) {
  const PowerTerms<Dual<kPowerParameters>> terms(seed<kPowerParameters>(theta));
  Curve curve{VectorXd(x.size()), MatrixXd(x.size(), kPowerParameters)};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto watts = log_power(terms, x[i], activity[i]);
    curve.value[Eigen::Index(i)] = watts.value;
    curve.slope.row(Eigen::Index(i)) = watts.slope.matrix().transpose();
  }
  return curve;
}

// How busy each mode is, given the time that the model believes in (not the raw reading: a bad reading of time must
// not spoil the power fit).
std::vector<Utilization> activities(const VectorXd& theta, const TimeCurve& curve, const std::vector<Features>& x,
                                    const VectorXd& log_ms, const DeviceLimits& device) {
  const TimeTerms<double> terms(theta);
  std::vector<Utilization> all(x.size());
  const double reference = log_time(terms, features(device.top, device)).total;
  for (std::size_t i = 0; i < x.size(); ++i) {
    all[i].rate = std::exp(reference - log_ms[Eigen::Index(i)]);
    all[i].gpu_busy = curve.gpu_busy[Eigen::Index(i)];
    all[i].traffic = std::exp(terms.memory_growth * x[i].log_batch);
  }
  return all;
}

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

[[gnu::flatten]] TimeCurve time_curve(const VectorXd& theta, const std::vector<Features>& x) {
  const TimeTerms<Dual<kTimeParameters>> terms(seed<kTimeParameters>(theta));
  Sides<Dual<kTimeParameters>> sides(terms, x.size());
  TimeCurve curve;
  curve.value.resize(Eigen::Index(x.size()));
  curve.slope.resize(Eigen::Index(x.size()), kTimeParameters);
  curve.gpu_busy.resize(Eigen::Index(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto k = Eigen::Index(i);
    const auto time = log_time(terms, x[i], sides.gpu(x[i]), sides.cpu(x[i]));
    curve.value[k] = time.total.value;
    curve.slope.row(k) = time.total.slope.matrix().transpose();
    curve.gpu_busy[k] = std::exp(std::min(time.gpu.value - time.total.value, 0.0));
  }
  return curve;
}

WorkloadModel::WorkloadModel(const DeviceLimits& device, const std::vector<ModeReading>& readings, const Prior& time,
                             const Prior& power)
    : device_(device), readings_(combine(readings)), time_prior_(time), power_prior_(power) {
  if (readings_.empty()) throw data_error("there are no readings to fit");
  std::vector<Mode> modes;
  for (const ModeReading& reading : readings_) modes.push_back(reading.mode);
  const std::vector<Features> x = features(modes, device_);
  at_ = coordinates(x);
  fit_time(x);
  fit_power(x);
}

VectorXd WorkloadModel::time_amplitude(const std::vector<Features>& x) const {
  const TimeTerms<double> terms(time_prior_.mean);
  Sides<double> sides(terms, x.size());
  VectorXd amplitude(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double cpu_excess = sides.cpu(x[i]) - sides.gpu(x[i]);
    amplitude[Eigen::Index(i)] = kTimeAmplitude + kCpuBoundAmplitude / (1 + std::exp(-4 * cpu_excess));
  }
  return amplitude;
}

void WorkloadModel::fit_time(const std::vector<Features>& x) {
  VectorXd observed(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) observed[Eigen::Index(i)] = std::log(readings_[i].minibatch_ms);
  time_prior_.mean[0] = observed.minCoeff() - 0.5;
  time_ = fit({[&](const VectorXd& theta) { return time_curve(theta, x); }, observed, time_prior_,
               Residual{at_, time_amplitude(x)}, noise_of(readings_, &ModeReading::log_ms_sd, kTimeNoise)});
}

void WorkloadModel::fit_power(const std::vector<Features>& x) {
  VectorXd observed(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) observed[Eigen::Index(i)] = std::log(readings_[i].power_w);
  const TimeCurve curve = time_curve(time_.theta, x);
  const VectorXd believed = predict_mean(time_, curve.value, Residual{at_, time_amplitude(x)});
  const std::vector<Utilization> activity = activities(time_.theta, curve, x, believed, device_);
  power_ = fit({[&](const VectorXd& theta) { return power_curve(theta, x, activity); }, observed, power_prior_,
                Residual{at_, power_amplitude(x)}, noise_of(readings_, &ModeReading::log_w_sd, kPowerNoise)});
}

Prediction WorkloadModel::predict(const std::vector<Features>& x) const {
  const MatrixXd near = correlation(coordinates(x), at_);
  const TimeCurve curve = time_curve(time_.theta, x);
  const Belief time = model::predict(time_, curve, time_amplitude(x), near);
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

bool WorkloadModel::suspect(std::size_t i) const {
  const auto k = Eigen::Index(i);
  const auto far = [&](const Posterior& fit, double amplitude, double noise) {
    return fit.weight[k] < kSuspectWeight && far_from_neighbours({at_, fit.off, fit.weight}, k, amplitude, noise);
  };
  return far(time_, kTimeAmplitude + kCpuBoundAmplitude, kTimeNoise) || far(power_, kPowerAmplitude, kPowerNoise);
}

}  // namespace wattline::model
