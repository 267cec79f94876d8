// SPDX-License-Identifier: Apache-2.0
// What is believed of one quantity at several points together: a reading of one tells of the others, and how much it
// tells does not depend on its value.
#pragma once
#include <Eigen/Core>
#include <utility>

namespace wattline::model {

class JointBelief {
 public:
  // Covariance of the truth at the points, and the standard deviation of a reading's noise.
  JointBelief(Eigen::MatrixXd covariance, double noise)
      : covariance_(std::move(covariance)), noise_variance_(noise * noise) {}

  // Of the truth at the last `count` points, if this one is read.
  Eigen::ArrayXd variances_after(Eigen::Index point, Eigen::Index count) const {
    const auto with = covariance_.col(point).tail(count).array();
    return covariance_.diagonal().tail(count).array() - with.square() / variance_of_reading(point);
  }
  void read(Eigen::Index point) {
    const Eigen::VectorXd with = covariance_.col(point);
    covariance_.noalias() -= with * (with.transpose() / variance_of_reading(point));
  }

 private:
  double variance_of_reading(Eigen::Index point) const { return covariance_(point, point) + noise_variance_; }
  Eigen::MatrixXd covariance_;
  double noise_variance_;
};

}  // namespace wattline::model
