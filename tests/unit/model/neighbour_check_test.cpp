// SPDX-License-Identifier: Apache-2.0
#include "model/neighbour_check.hpp"

#include "catch.hpp"

using namespace wattline::model;

TEST_CASE("a reading is far from its neighbours if they differ from it, not if a curve misses all of them") {
  MatrixXd at(21, 1);
  VectorXd off(21), weight = VectorXd::Ones(21);
  for (Eigen::Index i = 0; i < 21; ++i) {
    at(i, 0) = 0.1 * double(i);
    off[i] = i < 10 ? 0 : 0.1 * double(i - 10);  // a bend
  }
  const auto far = [&](Eigen::Index i) { return far_from_neighbours({at, off, weight}, i, 0.05, 0.02); };
  for (Eigen::Index i = 0; i < 21; ++i) CHECK_FALSE(far(i));
  off[5] += 0.9;
  weight[5] = 0.002;
  for (Eigen::Index i = 0; i < 21; ++i) CHECK(far(i) == (i == 5));
  at.conservativeResize(2, 1);
  CHECK_FALSE(far_from_neighbours({at, off.head(2), weight.head(2)}, 0, 0.05, 0.02));
}
