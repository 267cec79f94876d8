// SPDX-License-Identifier: Apache-2.0
#include "model/map_fit.hpp"

#include <algorithm>

namespace wattline::model {

namespace {

constexpr int kIterations = 30;
constexpr int kFirstReweighting = 2;  // the first steps are far off: every residual would look like a fault
constexpr int kEarliestStop = 5;
constexpr double kStudentDegrees = 4;
constexpr double kLeastWeight = 1e-4;
constexpr double kMaxStep = 1.5;
constexpr double kSmallStep = 1e-3;
// The residual process costs the cube of the number of readings; with this many the curve alone does as well.
constexpr Eigen::Index kMaxResidualReadings = 400;

// One fit in progress.
class Fit {
 public:
  explicit Fit(const FitProblem& problem)
      : problem_(problem),
        theta_(problem.prior.mean),
        precision_(problem.prior.sd.array().square().inverse()),
        weight_(VectorXd::Ones(problem.observed.size())),
        diagonal_only_(problem.observed.size() > kMaxResidualReadings) {
    if (!diagonal_only_) kernel_ = covariance(problem.residual, problem.residual);
  }

  Posterior run() {
    for (int iteration = 0; iteration < kIterations; ++iteration) {
      factor();
      const double moved = step();
      if (iteration >= kFirstReweighting) reweight();
      if (iteration >= kEarliestStop && moved < kSmallStep) break;
    }
    return posterior();
  }

 private:
  // Covariance of the readings around the curve, factored.
  void factor() {
    noise_ = problem_.noise.array().square() * weight_.array().inverse();
    if (diagonal_only_) return;
    MatrixXd c = kernel_;
    c.diagonal() += noise_;
    factor_.compute(c);
  }

  MatrixXd solve(const MatrixXd& right) const {
    if (diagonal_only_) return noise_.cwiseInverse().asDiagonal() * right;
    return factor_.solve(right);
  }

  double objective(const VectorXd& theta) const {
    const VectorXd r = problem_.observed - problem_.curve(theta).value;
    const VectorXd d = theta - problem_.prior.mean;
    return 0.5 * r.dot(VectorXd(solve(r))) + 0.5 * d.dot(precision_.cwiseProduct(d));
  }

  // One damped Gauss-Newton step; returns its largest component, 0 when none lowers the objective.
  double step() {
    const Curve curve = problem_.curve(theta_);
    const MatrixXd slope_solved = solve(curve.slope);
    const VectorXd r = problem_.observed - curve.value;
    MatrixXd h = curve.slope.transpose() * slope_solved;
    h.diagonal() += precision_;
    const VectorXd gradient = slope_solved.transpose() * r - precision_.cwiseProduct(theta_ - problem_.prior.mean);
    const double before = objective(theta_);
    for (int attempt = 0; attempt < 6; ++attempt, damping_ *= 6) {
      MatrixXd damped = h;
      damped.diagonal() += damping_ * h.diagonal();
      const VectorXd move = damped.ldlt().solve(gradient).cwiseMax(-kMaxStep).cwiseMin(kMaxStep);
      if (!(objective(theta_ + move) < before)) continue;
      theta_ += move;
      damping_ = std::max(damping_ / 5, 1e-6);
      return move.cwiseAbs().maxCoeff();
    }
    return 0;
  }

  // What the residual process does not explain is noise; large noise gets little weight.
  void reweight() {
    const VectorXd r = problem_.observed - problem_.curve(theta_).value;
    const VectorXd noise_part = noise_.cwiseProduct(VectorXd(solve(r)));
    const Eigen::ArrayXd scaled = noise_part.array() / problem_.noise.array();
    weight_ = ((kStudentDegrees + 1) / (kStudentDegrees + scaled.square())).max(kLeastWeight);
  }

  Posterior posterior() {
    factor();
    const Curve curve = problem_.curve(theta_);
    Posterior p;
    p.theta = theta_;
    p.off = problem_.observed - curve.value;
    p.weight = weight_;
    p.slope_solved = solve(curve.slope);
    MatrixXd h = curve.slope.transpose() * p.slope_solved;
    h.diagonal() += precision_;
    p.covariance = h.ldlt().solve(MatrixXd::Identity(h.rows(), h.cols()));
    if (diagonal_only_) return p;
    p.residual = problem_.residual;
    p.noise_factor = factor_;
    p.alpha = solve(p.off);
    return p;
  }

  const FitProblem& problem_;
  VectorXd theta_, precision_, weight_;
  const bool diagonal_only_;  // no residual process
  VectorXd noise_;
  MatrixXd kernel_;
  Eigen::LLT<MatrixXd> factor_;
  double damping_ = 1e-3;
};

}  // namespace

Posterior fit(const FitProblem& problem) {
  return Fit(problem).run();
}

}  // namespace wattline::model
