// SPDX-License-Identifier: Apache-2.0
#include "model/account_fit.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/symmetric_eigen.hpp"

namespace wattline::model {

namespace {

constexpr std::size_t kMostChunks = 8;  // of a state, for the variance
// Quantities that change by less than this share together are noise of their measurement: clock ticks, and minibatches
// that are not all equally long.
constexpr double kSmallestChange = 0.05;
constexpr double kLargestError = 0.25;  // of the energy
constexpr double kSigmas = 3;
// Relative to the largest power: the standard deviation of what is not determined, and the smallest of what is.
constexpr double kAnything = 10, kExactly = 1e-3;

struct Solution {
  Eigen::VectorXd constants;
  Eigen::MatrixXd unknown;
};

Solution solve_for(const Eigen::MatrixXd& squares, const Eigen::VectorXd& powers, double smallest) {
  const SymmetricEigen eigen = symmetric_eigen(squares);
  Eigen::Index unknown = 0;
  Solution solution{Eigen::VectorXd::Zero(powers.size()), {}};
  for (Eigen::Index i = 0; i < powers.size(); ++i) {  // eigenvalues ascend
    if (eigen.values[i] < smallest) {
      ++unknown;
      continue;
    }
    const auto direction = eigen.vectors.col(i);
    solution.constants += direction * (direction.dot(powers) / eigen.values[i]);
  }
  solution.unknown = eigen.vectors.leftCols(unknown);
  return solution;
}

}  // namespace

void AccountFit::add(std::size_t state, const Eigen::VectorXd& rates, const Eigen::VectorXd& doubts, double power_w) {
  states_[state].push_back({rates, doubts, power_w});
}

AccountFit::Sums AccountFit::sums_of(const std::vector<Observation>& stretches, std::size_t from,
                                     std::size_t to) const {
  const double weight = 1 / static_cast<double>(stretches.size());  // all states count alike, however long they lasted
  Sums sums{Eigen::MatrixXd::Zero(units_.size(), units_.size()), Eigen::VectorXd::Zero(units_.size())};
  for (std::size_t i = from; i < to; ++i) {
    const Eigen::VectorXd rates = stretches[i].rates.cwiseQuotient(units_);
    sums.squares += weight * rates * rates.transpose();
    sums.powers += weight * stretches[i].power_w * rates;
  }
  return sums;
}

// The largest rate of each quantity.
void AccountFit::choose_units() {
  units_ = Eigen::VectorXd::Zero(states_.begin()->second.front().rates.size());
  for (const auto& [state, stretches] : states_) {
    for (const Observation& stretch : stretches) units_ = units_.cwiseMax(stretch.rates);
  }
  for (Eigen::Index i = 0; i < units_.size(); ++i) {
    if (units_[i] > 0) used_.push_back(i);
  }
  units_ = (units_.array() > 0).select(units_, 1);
}

bool AccountFit::solve() {
  if (!states_.empty()) choose_units();  // also of states that are left out: their quantities are not known
  for (auto it = states_.begin(); it != states_.end();) {
    it = it->second.size() < kFewest ? states_.erase(it) : std::next(it);
  }
  if (states_.empty()) return false;
  Sums all{Eigen::MatrixXd::Zero(units_.size(), units_.size()), Eigen::VectorXd::Zero(units_.size())};
  std::vector<std::vector<Sums>> chunks;
  for (const auto& [state, stretches] : states_) {
    const std::size_t count = std::min(stretches.size(), kMostChunks);
    chunks.emplace_back();
    for (std::size_t i = 0; i < count; ++i) {
      chunks.back().push_back(sums_of(stretches, stretches.size() * i / count, stretches.size() * (i + 1) / count));
      all.squares += chunks.back().back().squares;
      all.powers += chunks.back().back().powers;
    }
  }
  find_covariance(all, chunks);
  find_bias(all.squares);
  return true;
}

// Errors of the quantities pull their constants towards zero, by the share that they have in the squares.
void AccountFit::find_bias(const Eigen::MatrixXd& squares) {
  Eigen::VectorXd doubts = Eigen::VectorXd::Zero(units_.size());
  for (const auto& [state, stretches] : states_) {
    for (const Observation& stretch : stretches) doubts += stretch.doubts / static_cast<double>(stretches.size());
  }
  const Eigen::VectorXd lost = doubts.cwiseQuotient(units_.cwiseAbs2()).cwiseProduct(constants_.cwiseAbs());
  bias_ = Eigen::MatrixXd::Zero(units_.size(), units_.size());
  for (Eigen::Index i = 0; i < units_.size(); ++i) {
    const Eigen::VectorXd of_one = Eigen::VectorXd::Unit(units_.size(), i) * lost[i];
    bias_.col(i) = solve_for(squares, of_one, kSmallestChange * kSmallestChange).constants;
  }
}

// The jackknife: how the constants change when a part of a state is left out.
void AccountFit::find_covariance(const Sums& all, const std::vector<std::vector<Sums>>& chunks) {
  constexpr double kSmallest = kSmallestChange * kSmallestChange;
  const Solution whole = solve_for(all.squares, all.powers, kSmallest);
  constants_ = whole.constants;
  const Eigen::MatrixXd unknown = whole.unknown * whole.unknown.transpose();
  const Eigen::MatrixXd known = Eigen::MatrixXd::Identity(units_.size(), units_.size()) - unknown;
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(units_.size(), units_.size());
  for (const auto& state : chunks) {
    Sums total{Eigen::MatrixXd::Zero(units_.size(), units_.size()), Eigen::VectorXd::Zero(units_.size())};
    for (const Sums& chunk : state) {
      total.squares += chunk.squares;
      total.powers += chunk.powers;
    }
    const auto n = static_cast<double>(state.size());
    const double few = (n - 1) / (n - 3);  // a variance of n parts is not known well: that of Student's distribution
    for (const Sums& chunk : state) {
      // The rest of the state has the weight of all of it.
      const Eigen::MatrixXd squares = all.squares + (total.squares - n * chunk.squares) / (n - 1);
      const Eigen::VectorXd powers = all.powers + (total.powers - n * chunk.powers) / (n - 1);
      const Eigen::VectorXd change = known * (solve_for(squares, powers, kSmallest / 2).constants - constants_);
      covariance += few * (n - 1) / n * change * change.transpose();
    }
  }
  const double scale_w = std::max(constants_.cwiseAbs().maxCoeff(), 1e-9);
  covariance += std::pow(kExactly * scale_w, 2) * known;
  covariance += std::pow(kAnything * scale_w, 2) * unknown;
  information_ = covariance.inverse();
  radius2_ = std::numeric_limits<double>::infinity();
  double nearest2 = radius2_;
  each_extreme(Eigen::VectorXd::Zero(units_.size()),
               [&](double, double distance2) { nearest2 = std::min(nearest2, distance2); });
  radius2_ = kSigmas * kSigmas + nearest2;
}

// A part of the ellipsoid of constants in which some of them are zero: its center, and how far from the best fit that
// is.
struct AccountFit::Slice {
  Eigen::VectorXd center, along;  // of the constants that are not zero; `along`: where their weighted sum grows most
  double distance2, reach2, sum;
};

AccountFit::Slice AccountFit::slice(const Eigen::VectorXd& weights, const std::vector<Eigen::Index>& free) const {
  const auto m = static_cast<Eigen::Index>(free.size());
  const Eigen::VectorXd pulled = information_ * constants_;
  Eigen::MatrixXd inner(m, m);
  Eigen::VectorXd pull(m), weight(m);
  for (Eigen::Index i = 0; i < m; ++i) {
    const Eigen::Index row = free[static_cast<std::size_t>(i)];
    pull[i] = pulled[row];
    weight[i] = weights[row];
    for (Eigen::Index j = 0; j < m; ++j) inner(i, j) = information_(row, free[static_cast<std::size_t>(j)]);
  }
  const Eigen::LDLT<Eigen::MatrixXd> factor(inner);
  Slice slice{factor.solve(pull), factor.solve(weight), 0, 0, 0};
  slice.distance2 = std::max(constants_.dot(pulled) - slice.center.dot(pull), 0.0);
  slice.reach2 = weight.dot(slice.along);
  slice.sum = weight.dot(slice.center);
  return slice;
}

// The constants lie within an ellipsoid around the best fit, and none is negative. The extremes of a weighted sum of
// them are found among those of the parts of the ellipsoid in which any choice of constants is zero.
template <class Use>
void AccountFit::each_extreme(const Eigen::VectorXd& weights, const Use& use) const {
  const auto n = static_cast<unsigned>(used_.size());
  const double slack = 1e-6 * std::max(constants_.cwiseAbs().maxCoeff(), 1e-9);
  for (unsigned choice = 1; choice < 1U << n; ++choice) {
    std::vector<Eigen::Index> free;
    for (unsigned i = 0; i < n; ++i) {
      if ((choice >> i & 1U) != 0) free.push_back(used_[i]);
    }
    const Slice part = slice(weights, free);
    if (!(part.distance2 <= radius2_)) continue;
    if (part.center.minCoeff() >= -slack) use(part.sum, part.distance2);
    if (!(part.reach2 > 0)) continue;
    const double length = std::sqrt((radius2_ - part.distance2) / part.reach2);
    for (const double side : {-length, length}) {
      if ((part.center + side * part.along).minCoeff() >= -slack) use(part.sum + side * part.reach2, radius2_);
    }
  }
}

AccountFit::Energy AccountFit::energy_of(const Eigen::VectorXd& amounts) const {
  for (Eigen::Index i = 0; i < amounts.size(); ++i) {
    const bool used = std::find(used_.begin(), used_.end(), i) != used_.end();
    if (amounts[i] > 0 && !used) return {std::nullopt, 0, std::numeric_limits<double>::infinity()};
  }
  const Eigen::VectorXd weights = amounts.cwiseProduct(units_.cwiseInverse());
  Energy energy{std::nullopt, std::numeric_limits<double>::infinity(), 0};
  double nearest2 = std::numeric_limits<double>::infinity(), best_j = 0;
  each_extreme(weights, [&](double joules, double distance2) {
    energy.low_j = std::min(energy.low_j, joules);
    energy.high_j = std::max(energy.high_j, joules);
    if (distance2 < nearest2) {
      nearest2 = distance2;
      best_j = joules;
    }
  });
  const double bias_j = (weights.transpose() * bias_).cwiseAbs().sum();
  energy.low_j = std::max(std::min(energy.low_j, best_j) - bias_j, 0.0);
  energy.high_j += bias_j;
  if (energy.high_j - energy.low_j <= 2 * kLargestError * best_j) energy.energy_j = best_j;
  return energy;
}

}  // namespace wattline::model
