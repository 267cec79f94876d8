// SPDX-License-Identifier: Apache-2.0
#include "model/neighbour_check.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace wattline::model {

namespace {

constexpr std::size_t kNeighbours = 40;
// Shorter than the length scale of a fit, so that a bend that the curve lacks is not taken for a fault.
constexpr double kLocalScale = 0.6;

std::vector<Eigen::Index> nearest(const MatrixXd& at, Eigen::Index reading) {
  const VectorXd distance = (at.rowwise() - at.row(reading)).rowwise().squaredNorm();
  std::vector<Eigen::Index> others;
  for (Eigen::Index i = 0; i < at.rows(); ++i) {
    if (i != reading) others.push_back(i);
  }
  const std::size_t count = std::min(kNeighbours, others.size());
  std::partial_sort(others.begin(), others.begin() + std::ptrdiff_t(count), others.end(),
                    [&](Eigen::Index a, Eigen::Index b) { return distance[a] < distance[b]; });
  others.resize(count);
  return others;
}

// Of normally distributed values; one that lies far off counts little.
double spread(const VectorXd& values) {
  return std::sqrt(M_PI / 2) * (values.array() - values.mean()).abs().mean();
}

// Standard deviations that are far: one of n readings is off by sqrt(2 log n) by chance.
double far_among(Eigen::Index readings) {
  constexpr double kBeyond = 1.7;
  return kBeyond + std::sqrt(2 * std::log(double(readings)));
}

// Some of the readings.
struct Chosen {
  Chosen(const FittedReadings& all, const std::vector<Eigen::Index>& which)
      : at(Eigen::Index(which.size()), all.at.cols()), off(at.rows()), weight(at.rows()) {
    for (Eigen::Index i = 0; i < at.rows(); ++i) {
      const Eigen::Index from = which[std::size_t(i)];
      at.row(i) = all.at.row(from);
      off[i] = all.off[from];
      weight[i] = all.weight[from];
    }
  }
  MatrixXd at;
  VectorXd off, weight;
};

}  // namespace

bool far_from_neighbours(const FittedReadings& readings, Eigen::Index reading, double amplitude, double noise) {
  const Chosen near(readings, nearest(readings.at, reading));
  if (near.off.size() < 2) return false;
  const double wide = std::max(amplitude, spread(near.off)), variance = wide * wide;
  MatrixXd among = variance * correlation(near.at, near.at, kLocalScale);
  among.diagonal().array() += noise * noise / near.weight.array();
  const VectorXd with = variance * correlation(near.at, readings.at.row(reading), kLocalScale);
  const VectorXd share = among.llt().solve(with);
  const double middle = near.off.dot(near.weight) / near.weight.sum();
  const double expected = middle + share.dot(VectorXd(near.off.array() - middle));
  const double sd = std::sqrt(std::max(variance - share.dot(with), 0.0) + noise * noise);
  return std::fabs(readings.off[reading] - expected) > far_among(readings.off.size()) * sd;
}

}  // namespace wattline::model
