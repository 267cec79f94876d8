// SPDX-License-Identifier: Apache-2.0
// What a fit believes about new points.
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/vector_clones.hpp"
#include "model/map_fit.hpp"

namespace wattline::model {

MatrixXd covariance(const Residual& a, const Residual& b) {
  return a.amplitude.asDiagonal() * correlation(a.at, b.at) * b.amplitude.asDiagonal();
}

MatrixXd covariance(const Posterior& posterior, const MatrixXd& slope, const Residual& at) {
  if (posterior.alpha.size() == 0) return slope * posterior.covariance * slope.transpose();
  const MatrixXd with = covariance(at, posterior.residual);
  const MatrixXd corrected = slope - with * posterior.slope_solved;
  return covariance(at, at) - with * posterior.noise_factor.solve(with.transpose()) +
         corrected * posterior.covariance * corrected.transpose();
}

VectorXd predict_mean(const Posterior& posterior, const VectorXd& curve, const Residual& residual) {
  if (posterior.alpha.size() == 0) return curve;
  return curve + covariance(residual, posterior.residual) * posterior.alpha;
}

namespace {

// Matern-3/2.
WATTLINE_FUSED_CLONES void correlate(const MatrixXd& a, const MatrixXd& b, double length_scale, MatrixXd& k) {
  const double scale = std::sqrt(3.0) / length_scale;
  for (Eigen::Index i = 0; i < b.rows(); ++i) {
    auto distance = k.col(i).array();
    distance.setZero();
    for (Eigen::Index axis = 0; axis < a.cols(); ++axis) distance += (a.col(axis).array() - b(i, axis)).square();
    distance = scale * distance.sqrt();
    distance = (1 + distance) * (-distance).exp();
  }
}

}  // namespace

MatrixXd correlation(const MatrixXd& a, const MatrixXd& b, double length_scale) {
  MatrixXd k(a.rows(), b.rows());
  correlate(a, b, length_scale, k);
  return k;
}

namespace {

constexpr int kLanes = 8;  // points that are worked on side by side
using Lanes = Eigen::Array<double, kLanes, 1>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// With C = L L' the covariance of the readings and k' that of a point with them, L x = k' gives everything: x'x is what
// the readings explain of the variance; slope and mean of the point are corrected by L^-1 slopes and L^-1 residuals
// times x. Forward substitution in the stacked rows [L; (L^-1 slopes)'; (L^-1 residuals)'] does all of it at once.
class Conditioned {
 public:
  explicit Conditioned(const Posterior& posterior)
      : readings_(posterior.alpha.size()), slopes_(posterior.theta.size()), spread_(slopes_, slopes_) {
    spread_ = posterior.covariance.llt().matrixL();
    rows_.resize(readings_ + slopes_ + 1, readings_);
    if (readings_ > 0) {
      const RowMajor lower = posterior.noise_factor.matrixL();
      rows_.topRows(readings_) = lower;
      rows_.middleRows(readings_, slopes_) = (lower.transpose() * posterior.slope_solved).transpose();
      rows_.bottomRows(1) = -(lower.transpose() * posterior.alpha).transpose();
    }
    values_.resize(std::size_t(rows_.rows()));
  }

  // Right sides before, results after solve(): covariances with the readings, slopes, mean.
  Lanes& covariance(Eigen::Index reading) { return values_[std::size_t(reading)]; }
  Lanes& slope(Eigen::Index parameter) { return values_[std::size_t(readings_ + parameter)]; }
  Lanes& mean() { return values_.back(); }

  WATTLINE_FUSED_CLONES void solve() {
    for (Eigen::Index row = 0; row < rows_.rows(); ++row) {
      const Eigen::Index before = std::min(row, readings_);
      const double* factor = rows_.data() + row * readings_;
      const Lanes* solved = values_.data();
      Lanes sum = solved[row];
      for (Eigen::Index i = 0; i < before; ++i) sum -= factor[i] * solved[i];
      values_[std::size_t(row)] = row < readings_ ? Lanes(sum / factor[row]) : sum;
    }
  }

  WATTLINE_FUSED_CLONES Lanes variance(const Lanes& amplitude) {
    Lanes sum = Lanes::Zero();
    if (readings_ > 0) sum = amplitude.square();
    for (Eigen::Index i = 0; i < readings_; ++i) sum -= covariance(i).square();
    for (Eigen::Index column = 0; column < slopes_; ++column) {
      Lanes part = Lanes::Zero();
      for (Eigen::Index i = column; i < slopes_; ++i) part += spread_(i, column) * slope(i);
      sum += part.square();
    }
    return sum;
  }

 private:
  Eigen::Index readings_, slopes_;
  MatrixXd spread_;  // Cholesky factor of the parameters' covariance
  RowMajor rows_;
  std::vector<Lanes> values_;
};

}  // namespace

Belief predict(const Posterior& posterior, const Curve& curve, const VectorXd& amplitude, const MatrixXd& correlation) {
  const Eigen::Index points = curve.value.size();
  Conditioned conditioned(posterior);
  Belief belief{VectorXd(points), VectorXd(points)};
  for (Eigen::Index first = 0; first < points; first += kLanes) {
    const Eigen::Index size = std::min<Eigen::Index>(kLanes, points - first);
    const auto load = [&](const auto& column) {
      if (size == kLanes) return Lanes(column.template segment<kLanes>(first));
      Lanes lanes = Lanes::Zero();
      lanes.head(size) = column.segment(first, size).array();
      return lanes;
    };
    const Lanes spread = load(amplitude);
    for (Eigen::Index i = 0; i < posterior.alpha.size(); ++i) {
      conditioned.covariance(i) = posterior.residual.amplitude[i] * spread * load(correlation.col(i));
    }
    for (Eigen::Index i = 0; i < curve.slope.cols(); ++i) conditioned.slope(i) = load(curve.slope.col(i));
    conditioned.mean() = load(curve.value);
    conditioned.solve();
    belief.mean.segment(first, size) = conditioned.mean().head(size);
    belief.sd.segment(first, size) = conditioned.variance(spread).max(1e-10).sqrt().head(size);
  }
  return belief;
}

}  // namespace wattline::model
