// SPDX-License-Identifier: Apache-2.0
// Whether a reading is far from what a surface could show beside its neighbours. A curve that lacks a bend is off by
// much, too, but by nearly as much at the neighbours of a reading.
#pragma once
#include "model/map_fit.hpp"

namespace wattline::model {

// Readings as a fit sees them.
struct FittedReadings {
  const MatrixXd& at;      // coordinates, one row each
  const VectorXd& off;     // by how much the curve misses each, in logs
  const VectorXd& weight;  // of the noise of each: neighbours of little weight say little
};

// `amplitude`: by how much a surface usually differs from the curve; `noise`: of a reading.
bool far_from_neighbours(const FittedReadings& readings, Eigen::Index reading, double amplitude, double noise);

}  // namespace wattline::model
