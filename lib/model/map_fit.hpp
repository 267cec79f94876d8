// SPDX-License-Identifier: Apache-2.0
// Maximum a posteriori (MAP) fit of a parametric curve to readings, and predictions from it. The curve has a normal
// prior; a small Gaussian process models its residuals; the noise of a reading is heavy-tailed (Student-t), so that a
// faulty reading does little harm. Solved by damped Gauss-Newton steps with iteratively reweighted noise. All values
// are natural logarithms.
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <functional>

#include "model/prior.hpp"

namespace wattline::model {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Values of the curve at some points, and its derivatives by the parameters: one row per point.
struct Curve {
  VectorXd value;
  MatrixXd slope;
};
// The curve at fixed points as a function of its parameters.
using Forward = std::function<Curve(const VectorXd& theta)>;

// The points of the residual process: one row of coordinates and one amplitude (standard deviation) per point.
struct Residual {
  MatrixXd at;
  VectorXd amplitude;
};

// What to fit: `curve`, `observed` and `residual` have one entry per reading.
struct FitProblem {
  Forward curve;
  VectorXd observed;
  Prior prior;
  Residual residual;
  VectorXd noise;  // of each reading: scale of its Student-t distribution
};

// What the fit found: everything that predictions need.
struct Posterior {
  VectorXd theta;
  MatrixXd covariance;  // of theta
  VectorXd off;         // by how much the curve misses each reading
  VectorXd weight;      // of each reading's noise: about 1.25 when it fits, near 0 when it cannot be true
  Residual residual;    // at the readings
  Eigen::LLT<MatrixXd> noise_factor{MatrixXd()};  // of the residual process plus noise
  VectorXd alpha;                                 // that covariance solved for the residuals
  MatrixXd slope_solved;                          // and for the slopes
  Estimate estimate() const { return {theta, covariance.diagonal().cwiseSqrt()}; }
};

// A reading whose weight is below this may be a fault, or lie where the curve lacks a bend.
constexpr double kSuspectWeight = 0.25;

Posterior fit(const FitProblem& problem);

// Mean and standard deviation of the fitted surface at new points, without the noise of a reading.
struct Belief {
  VectorXd mean, sd;
};
// `curve` and `amplitude` at the new points; `correlation` of the new points with the readings, which the fits of
// several quantities share.
Belief predict(const Posterior& posterior, const Curve& curve, const VectorXd& amplitude, const MatrixXd& correlation);
// Of the residual process, in natural logs of clocks, cores and batch sizes: at a factor of two, residuals have a
// correlation of 0.81.
constexpr double kLengthScale = 1.5;
// Correlation of residuals between two sets of points: one row per point of `a`, one column per point of `b`.
MatrixXd correlation(const MatrixXd& a, const MatrixXd& b, double length_scale = kLengthScale);
MatrixXd covariance(const Residual& a, const Residual& b);
// Of the fitted surface at new points; `slope` there.
MatrixXd covariance(const Posterior& posterior, const MatrixXd& slope, const Residual& at);
// The mean of predict() alone.
VectorXd predict_mean(const Posterior& posterior, const VectorXd& curve, const Residual& residual);

}  // namespace wattline::model
