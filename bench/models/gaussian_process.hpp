// SPDX-License-Identifier: Apache-2.0
// An ordinary Gaussian process (Matern-5/2, a length per axis) whose hyperparameters maximize the marginal likelihood:
// the surrogate of Bayesian optimization, without physics.
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace wattline::bench {

class GaussianProcess {
 public:
  // One row of x per reading. With `linear`, the mean is a plane fitted by ridge regression; otherwise it is constant.
  GaussianProcess(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, bool linear);
  struct Belief {
    Eigen::VectorXd mean, sd;  // of a reading, noise included
  };
  Belief at(const Eigen::MatrixXd& points) const;

 private:
  struct Hyperparameters {
    Eigen::VectorXd length;
    double noise = 0;  // variance over that of the process
  };
  Eigen::MatrixXd kernel(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Eigen::VectorXd& length) const;
  double log_likelihood(const Hyperparameters& h) const;
  void choose_hyperparameters();
  Eigen::VectorXd plane(const Eigen::MatrixXd& points) const;

  Eigen::MatrixXd x_;
  Eigen::VectorXd centre_, slope_, residual_;
  double offset_ = 0, variance_ = 1;
  Hyperparameters chosen_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace wattline::bench
