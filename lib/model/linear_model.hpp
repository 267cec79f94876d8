// SPDX-License-Identifier: Apache-2.0
// The regression of the 2023 characterisation study (SIGMETRICS/POMACS 2023): minibatch time linear in the four knobs,
// energy linear in the knobs and the time. Kept for comparison.
#pragma once
#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "model/mode.hpp"

namespace wattline::model {

struct LinearPrediction {
  // Empty where the lines give values that cannot be: zero or below, or beyond twice what clocks allow beside a
  // reading.
  std::optional<double> minibatch_ms, energy_j, power_w;
  std::optional<double> minibatch_ms_sd;  // empty when no reading is left over to tell
};

// A coefficient per core, GHz or (energy) second; the intercept is the value where all knobs are zero.
struct Coefficient {
  std::string target, name;
  double value = 0;
};

class LinearModel {
 public:
  // Least squares; with fewer readings than coefficients the smallest solution around the mean.
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
  // Hardware could give both beside every reading.
  bool possible(const Mode& mode, double minibatch_ms, double power_w) const;
  static Line regress(const Eigen::MatrixXd& x, const Eigen::VectorXd& y);
  std::vector<ModeReading> readings_;
  Line time_, energy_;
};

}  // namespace wattline::model
