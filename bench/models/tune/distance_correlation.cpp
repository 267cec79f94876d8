// SPDX-License-Identifier: Apache-2.0
#include "tune/distance_correlation.hpp"

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace wattline::bench {

namespace {

using model::History;
using model::LatticePoint;
using model::Mode;
using model::Space;

constexpr std::size_t kStarts = 3;

// Distances between all pairs, each row and column with a mean of 0.
Eigen::MatrixXd centred_distances(const std::vector<double>& x) {
  const auto n = Eigen::Index(x.size());
  Eigen::MatrixXd d(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) d(i, j) = std::fabs(x[std::size_t(i)] - x[std::size_t(j)]);
  }
  const Eigen::VectorXd rows = d.rowwise().mean();
  const double mean = d.mean();
  d.colwise() -= rows;
  d.rowwise() -= rows.transpose();
  return d.array() + mean;
}

// What every knob has to do with a quantity.
std::array<double, model::kAxes> dependence(const Space& space, const History& history,
                                            const std::function<double(const model::Outcome&)>& of) {
  std::vector<double> quantity;
  std::array<std::vector<double>, model::kAxes> settings;
  for (const auto& [mode, outcome] : history.combined()) {
    const LatticePoint point = space.point(*space.find(mode));
    for (std::size_t axis = 0; axis < model::kAxes; ++axis) settings[axis].push_back(point[axis]);
    quantity.push_back(of(outcome));
  }
  std::array<double, model::kAxes> result{};
  for (std::size_t axis = 0; axis < model::kAxes; ++axis) result[axis] = distance_correlation(settings[axis], quantity);
  return result;
}

// From the best mode: up by what a knob has to do with speed, down by what it has to do with power.
LatticePoint turned(const Space& space, const LatticePoint& from, const std::array<double, model::kAxes>& speed,
                    const std::array<double, model::kAxes>& power, bool down) {
  LatticePoint to = from;
  for (std::size_t axis = 0; axis < model::kAxes; ++axis) {
    const int last = space.levels(axis) - 1;
    const double turn = down ? power[axis] - speed[axis] / 2 : speed[axis] - power[axis] / 2;
    const int steps = int(std::lround(std::max(turn, 0.0) * last / 2.0));
    to[axis] = std::min(std::max(from[axis] + (down ? -steps : steps), 0), last);
  }
  return to;
}

std::vector<bool> tried(const Space& space, const History& history) {
  std::vector<bool> marks(space.modes().size());
  for (const model::Try& entry : history.tries()) marks[*space.find(entry.mode)] = true;
  return marks;
}

const Mode& least_power(const std::map<Mode, model::Outcome>& read) {
  auto least = read.begin();
  for (auto entry = read.begin(); entry != read.end(); ++entry) {
    if (entry->second.power_w < least->second.power_w) least = entry;
  }
  return least->first;
}

}  // namespace

double distance_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const Eigen::MatrixXd a = centred_distances(x), b = centred_distances(y);
  const double covariance = a.cwiseProduct(b).mean(), product = a.squaredNorm() * b.squaredNorm();
  return product > 0 ? std::sqrt(std::max(covariance, 0.0) * double(a.size()) / std::sqrt(product)) : 0;
}

std::optional<model::Proposal> propose_by_correlation(const Space& space, const model::Goal& goal,
                                                      const model::SearchRules& rules, const History& history) {
  if (history.distinct() < kStarts) return model::propose_random(space, goal, rules, history);
  const auto best = history.best(goal);
  const auto read = history.combined();
  const Mode& from = best ? best->mode : least_power(read);
  const auto speed = dependence(space, history, [](const auto& o) { return 1 / o.minibatch_ms; });
  const auto power = dependence(space, history, [](const auto& o) { return o.power_w; });
  const auto next =
      space.nearest(turned(space, space.point(*space.find(from)), speed, power, !best), tried(space, history));
  return next ? std::optional<model::Proposal>({*next, 0, false}) : std::nullopt;
}

}  // namespace wattline::bench
