// SPDX-License-Identifier: Apache-2.0
// Bayesian fit of a parametric curve with a small Gaussian process on its residuals and heavy-tailed reading noise:
// damped Gauss-Newton to the posterior mode, noise weights by iterative reweighting (Student-t).
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <functional>

#include "model/prior.hpp"

namespace wattline::model {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Values of the curve at the points and, a row per point, its derivatives by the parameters.
struct Curve {
  VectorXd value;
  MatrixXd slope;
};
using Forward = std::function<Curve(const VectorXd& theta)>;

// Where the residual process lives: a row of coordinates and an amplitude per point.
struct Residual {
  MatrixXd at;
  VectorXd amplitude;
};

struct FitProblem {
  Forward curve;
  VectorXd observed;
  Prior prior;
  Residual residual;
  double noise = 0.02;  // scale of the Student-t distribution of a reading
};

struct Posterior {
  VectorXd theta;
  MatrixXd covariance;                // of theta
  VectorXd weight;                    // of each reading's noise: about 1.25 when it fits, near 0 when it cannot be true
  Residual residual;                  // at the readings
  Eigen::LLT<MatrixXd> noise_factor;  // of the residual process plus noise
  VectorXd alpha;                     // that covariance solved for the residuals
  MatrixXd slope_solved;              // and for the slopes
  double noise = 0;
  Estimate estimate() const { return {theta, covariance.diagonal().cwiseSqrt()}; }
};

// Below this weight a reading contradicts the others and its prior.
constexpr double kSuspectWeight = 0.25;

Posterior fit(const FitProblem& problem);

// Mean and standard deviation at new points, of the surface itself.
struct Belief {
  VectorXd mean, sd;
};
// `correlation` is that of the new points with the readings: fits of several quantities share it.
Belief predict(const Posterior& posterior, const Curve& curve, const VectorXd& amplitude, const MatrixXd& correlation);
// Of the residual process between two sets of points, a row for each of `a`.
MatrixXd correlation(const MatrixXd& a, const MatrixXd& b);
MatrixXd covariance(const Residual& a, const Residual& b);
// The mean alone.
VectorXd predict_mean(const Posterior& posterior, const VectorXd& curve, const Residual& residual);

}  // namespace wattline::model
