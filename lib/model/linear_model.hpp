// SPDX-License-Identifier: Apache-2.0
// The regression of the 2023 characterization study (SIGMETRICS/POMACS 2023): minibatch time is linear in the four
// knobs, energy is linear in the knobs and the time. Kept for comparison.
#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "model/mode.hpp"

namespace wattline::model {

struct LinearPrediction {
  // Empty where the lines give impossible values: zero or less, or more than a factor of two outside the bounds that
  // the clocks and a reading set.
  std::optional<double> minibatch_ms, energy_j, power_w;
  std::optional<double> minibatch_ms_sd;  // empty unless there are more readings than coefficients
};

// A coefficient of the regression, per core, per GHz or (energy) per second; the intercept is the value at zero.
struct Coefficient {
  std::string target, name;
  double value = 0;
};

class LinearModel {
 public:
  // Fits by least squares; with fewer readings than coefficients, takes the minimum-norm solution around the mean.
  explicit LinearModel(const std::vector<ModeReading>& readings);
  LinearPrediction predict(const Mode& mode) const;
  std::vector<Coefficient> coefficients() const;

 private:
  struct Line {
    Eigen::VectorXd centre, slope;
    double intercept = 0;
    std::optional<double> sd;  // of the residuals
    double at(const Eigen::VectorXd& x) const { return intercept + slope.dot(x - centre); }
  };
  // Whether hardware could give both, given every reading.
  bool possible(const Mode& mode, double minibatch_ms, double power_w) const;
  static Line regress(const Eigen::MatrixXd& x, const Eigen::VectorXd& y);
  std::vector<ModeReading> readings_;
  Line time_, energy_;
};

}  // namespace wattline::model
