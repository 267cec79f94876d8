// SPDX-License-Identifier: Apache-2.0
// Time and power of one workload over a device's modes, learned from a few readings: the recommended model.
#pragma once
#include <array>
#include <vector>

#include "model/features.hpp"
#include "model/joint_belief.hpp"
#include "model/map_fit.hpp"
#include "model/surface_curves.hpp"

namespace wattline::model {

// Beliefs in natural logs of milliseconds and watts.
struct Prediction {
  VectorXd log_ms, log_ms_sd, log_w, log_w_sd;
};

class WorkloadModel {
 public:
  // Readings of one mode are combined first. Throws a data error when there are none and the priors do not know
  // the scale.
  WorkloadModel(const DeviceLimits& device, const std::vector<ModeReading>& readings, const Priors& priors = {});

  // What a reading would show: its sd includes the usual noise.
  Prediction predict(const std::vector<Mode>& modes) const;
  // What is true of each mode.
  Prediction predict_truth(const std::vector<Mode>& modes) const;
  // Of all modes together: the logs of time and of power.
  std::array<JointBelief, 2> joint_beliefs(const std::vector<Mode>& modes) const;

  const DeviceLimits& device() const { return device_; }
  const std::vector<ModeReading>& readings() const { return readings_; }  // one a mode, ascending
  const Posterior& time() const { return time_; }
  const Posterior& power() const { return power_; }
  const Priors& priors() const { return priors_; }
  // Whether the time or the power of reading i is far from what a surface could show beside the other readings.
  bool suspect(std::size_t i) const;

 private:
  Prediction predict(const std::vector<Features>& x) const;
  std::vector<Utilization> activity(const std::vector<Features>& x, const TimeCurve& curve, const Residual& time) const;
  void fit_time(const std::vector<Features>& x);
  void fit_power(const std::vector<Features>& x);
  DeviceLimits device_;
  std::vector<ModeReading> readings_;
  MatrixXd at_;  // of the readings
  Priors priors_;
  Posterior time_, power_;
};

}  // namespace wattline::model
