// SPDX-License-Identifier: Apache-2.0
// The eigenvalues of a symmetric matrix, in one place, because Eigen's code for them takes ten seconds to compile.
#pragma once
#include <Eigen/Core>

namespace wattline::model {

struct SymmetricEigen {
  Eigen::VectorXd values;   // ascending
  Eigen::MatrixXd vectors;  // of length 1: column i belongs to value i
};

// Of a square matrix, of which the lower triangle is read.
SymmetricEigen symmetric_eigen(const Eigen::MatrixXd& matrix);

}  // namespace wattline::model
