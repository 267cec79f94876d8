// SPDX-License-Identifier: Apache-2.0
#include "model/symmetric_eigen.hpp"

#include <Eigen/Eigenvalues>

namespace wattline::model {

SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace wattline::model
