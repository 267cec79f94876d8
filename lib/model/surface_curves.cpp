// SPDX-License-Identifier: Apache-2.0
#include "model/surface_curves.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

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

VectorXd time_amplitude(const VectorXd& theta, const std::vector<Features>& x) {
  const TimeTerms<double> terms(theta);
  Sides<double> sides(terms, x.size());
  VectorXd amplitude(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double cpu_excess = sides.cpu(x[i]) - sides.gpu(x[i]);
    amplitude[Eigen::Index(i)] = kTimeAmplitude + kCpuBoundAmplitude / (1 + std::exp(-4 * cpu_excess));
  }
  return amplitude;
}

}  // namespace wattline::model
