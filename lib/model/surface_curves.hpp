// SPDX-License-Identifier: Apache-2.0
// The curves of time and power at many modes with their derivatives, and the noise and residual processes around them.
#pragma once
#include <vector>

#include "model/features.hpp"
#include "model/map_fit.hpp"
#include "model/power_model.hpp"

namespace wattline::model {

constexpr double kPowerAmplitude = 0.03;                            // of the residual process
constexpr double kTimeAmplitude = 0.03, kCpuBoundAmplitude = 0.04;  // the CPU-bound region is modelled less well

// The curve of time alone, and the share of that time in which the GPU computes.
struct TimeCurve : Curve {
  VectorXd gpu_busy;
};
TimeCurve time_curve(const VectorXd& theta, const std::vector<Features>& x);

Curve power_curve(const VectorXd& theta, const std::vector<Features>& x, const std::vector<Utilization>& activity);

// How busy each mode is, given the time that the model believes in (not the raw reading: a bad reading of time must
// not spoil the power fit). `theta` and `curve` are those of time.
std::vector<Utilization> activities(const VectorXd& theta, const TimeCurve& curve, const std::vector<Features>& x,
                                    const VectorXd& log_ms, const DeviceLimits& device);

// Of the residual processes: the coordinates of the points, and the amplitudes there. `theta` is that of time.
MatrixXd coordinates(const std::vector<Features>& x);
VectorXd time_amplitude(const VectorXd& theta, const std::vector<Features>& x);
VectorXd power_amplitude(const std::vector<Features>& x);

}  // namespace wattline::model
