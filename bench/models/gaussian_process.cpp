// SPDX-License-Identifier: Apache-2.0
#include "gaussian_process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wattline::bench {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLengths[] = {0.15, 0.3, 0.6, 1.2, 2.4, 5}, kNoises[] = {1e-4, 1e-3, 1e-2, 5e-2};
constexpr int kRounds = 2;      // of the search, one axis at a time
constexpr double kRidge = 0.1;  // of the plane
constexpr double kLeastVariance = 1e-6;

}  // namespace

GaussianProcess::GaussianProcess(const MatrixXd& x, const VectorXd& y, bool linear)
    : x_(x), centre_(x.colwise().mean()), slope_(VectorXd::Zero(x.cols())), offset_(y.mean()) {
  if (linear) {
    const MatrixXd d = x_.rowwise() - centre_.transpose();
    MatrixXd normal = d.transpose() * d;
    normal.diagonal().array() += kRidge;
    slope_ = normal.ldlt().solve(d.transpose() * VectorXd(y.array() - offset_));
  }
  residual_ = y - plane(x_);
  choose_hyperparameters();
  MatrixXd c = kernel(x_, x_, chosen_.length);
  c.diagonal().array() += chosen_.noise;
  factor_.compute(c);
  variance_ = std::max(residual_.dot(VectorXd(factor_.solve(residual_))) / double(y.size()), kLeastVariance);
}

VectorXd GaussianProcess::plane(const MatrixXd& points) const {
  return ((points.rowwise() - centre_.transpose()) * slope_).array() + offset_;
}

MatrixXd GaussianProcess::kernel(const MatrixXd& a, const MatrixXd& b, const VectorXd& length) const {
  MatrixXd k(a.rows(), b.rows());
  for (Eigen::Index i = 0; i < b.rows(); ++i) {
    Eigen::ArrayXd square = Eigen::ArrayXd::Zero(a.rows());
    for (Eigen::Index axis = 0; axis < a.cols(); ++axis) {
      square += ((a.col(axis).array() - b(i, axis)) / length[axis]).square();
    }
    const Eigen::ArrayXd d = (5 * square).sqrt();
    k.col(i) = (1 + d + d.square() / 3) * (-d).exp();
  }
  return k;
}

// With the best scale of the process for these hyperparameters.
double GaussianProcess::log_likelihood(const Hyperparameters& h) const {
  MatrixXd c = kernel(x_, x_, h.length);
  c.diagonal().array() += h.noise;
  const Eigen::LLT<MatrixXd> factor(c);
  const double n = double(residual_.size());
  const double scale = std::max(residual_.dot(VectorXd(factor.solve(residual_))) / n, kLeastVariance);
  const MatrixXd lower = factor.matrixL();
  return -0.5 * n * std::log(scale) - lower.diagonal().array().log().sum();
}

void GaussianProcess::choose_hyperparameters() {
  chosen_ = {VectorXd::Constant(x_.cols(), 1.2), 1e-2};
  double best = log_likelihood(chosen_);
  const auto keep_if_better = [&](const Hyperparameters& h) {
    const double likelihood = log_likelihood(h);
    if (likelihood <= best) return;
    best = likelihood;
    chosen_ = h;
  };
  for (int round = 0; round < kRounds; ++round) {
    for (Eigen::Index axis = 0; axis < x_.cols(); ++axis) {
      for (const double length : kLengths) {
        Hyperparameters h = chosen_;
        h.length[axis] = length;
        keep_if_better(h);
      }
    }
    for (const double noise : kNoises) keep_if_better({chosen_.length, noise});
  }
}

GaussianProcess::Belief GaussianProcess::at(const MatrixXd& points) const {
  const MatrixXd near = kernel(points, x_, chosen_.length);
  const MatrixXd solved = factor_.solve(near.transpose());
  const VectorXd explained = near.cwiseProduct(solved.transpose()).rowwise().sum();
  const VectorXd rest = (1 + chosen_.noise - explained.array()).max(kLeastVariance);
  return {plane(points) + near * VectorXd(factor_.solve(residual_)), (variance_ * rest).cwiseSqrt()};
}

}  // namespace wattline::bench
