// SPDX-License-Identifier: Apache-2.0
#include "joules/power_fit.hpp"

#include <algorithm>
#include <cmath>

#include "model/symmetric_eigen.hpp"

namespace wattline::joules {

namespace {

constexpr std::size_t kMostBlocks = 64;
constexpr std::size_t kFewestBlocks = 32;   // with fewer, the variance itself is too uncertain for a bound
constexpr std::size_t kFewestOfGroup = 16;  // of these, with readings of the group
constexpr double kDetermined = 1e-9;        // smallest eigenvalue, relative to the largest
constexpr double kUndetermined = 1e-3;      // a group's part in a combination that is not determined

// P(U1 * a + U2 * b < x) with U1, U2 uniform on [0, 1] and a >= b.
double sum_of_uniforms(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= a + b) return 1;
  if (b <= 0) return std::min(x / a, 1.0);
  if (x < b) return x * x / (2 * a * b);
  if (x < a) return (x - b / 2) / a;
  return 1 - (a + b - x) * (a + b - x) / (2 * a * b);
}

struct Solution {
  Eigen::VectorXd power_w;
  Eigen::VectorXd undetermined;  // each group's part in combinations that the readings do not determine
  Eigen::VectorXd inverse;       // diagonal of the inverse of the matrix
};

Solution solve(const Eigen::MatrixXd& shares, const Eigen::VectorXd& shares_w) {
  const model::SymmetricEigen eigen = model::symmetric_eigen(shares);
  const Eigen::VectorXd& values = eigen.values;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(shares_w.size());
  Solution solution{zero, zero, zero};
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const auto direction = eigen.vectors.col(i);
    if (values[i] > kDetermined * values[values.size() - 1]) {
      solution.power_w += direction * (direction.dot(shares_w) / values[i]);
      solution.inverse += direction.cwiseAbs2() / values[i];
    } else {
      solution.undetermined += direction.cwiseAbs();
    }
  }
  return solution;
}

}  // namespace

double window_share(double start_s, double end_s, double t_s, double window_s, double age_s) {
  const double longer = std::max(window_s, age_s), shorter = std::min(window_s, age_s);
  return sum_of_uniforms(t_s - start_s, longer, shorter) - sum_of_uniforms(t_s - end_s, longer, shorter);
}

void PowerFit::add_share(std::vector<Share>& shares, Share more) {
  const auto same = [&more](const Share& known) { return known.group == more.group; };
  const auto found = std::find_if(shares.begin(), shares.end(), same);
  if (found == shares.end()) {
    shares.push_back(more);
  } else {
    found->of_window += more.of_window;
  }
}

void PowerFit::Block::grow(Eigen::Index groups) {
  const Eigen::Index before = shares_w.size();
  if (groups <= before) return;
  Eigen::MatrixXd more = Eigen::MatrixXd::Zero(groups, groups);
  more.topLeftCorner(before, before) = shares;
  shares = std::move(more);
  shares_w.conservativeResize(groups);
  shares_w.tail(groups - before).setZero();
}

void PowerFit::Block::merge(const Block& other) {
  grow(other.shares_w.size());
  const Eigen::Index groups = other.shares_w.size();
  shares.topLeftCorner(groups, groups) += other.shares;
  shares_w.head(groups) += other.shares_w;
}

void PowerFit::merge_pairs() {
  for (std::size_t i = 0; i < blocks_.size() / 2; ++i) {
    Block pair = std::move(blocks_[2 * i]);
    pair.merge(blocks_[2 * i + 1]);
    blocks_[i] = std::move(pair);
  }
  blocks_.resize(blocks_.size() / 2);
  block_readings_ *= 2;
}

void PowerFit::add(const std::vector<Share>& shares, std::size_t groups, double power_w) {
  if (blocks_.empty() || last_readings_ == block_readings_) {
    if (blocks_.size() == kMostBlocks) merge_pairs();
    blocks_.emplace_back();
    last_readings_ = 0;
  }
  ++last_readings_;
  Block& block = blocks_.back();
  block.grow(static_cast<Eigen::Index>(groups));
  for (const Share& one : shares) {
    const auto i = static_cast<Eigen::Index>(one.group);
    block.shares_w[i] += one.of_window * power_w;
    for (const Share& other : shares) {
      block.shares(i, static_cast<Eigen::Index>(other.group)) += one.of_window * other.of_window;
    }
  }
}

std::size_t PowerFit::blocks_with(Eigen::Index group) const {
  const auto has = [group](const Block& block) {
    return group < block.shares_w.size() && block.shares(group, group) > 0;
  };
  return static_cast<std::size_t>(std::count_if(blocks_.begin(), blocks_.end(), has));
}

PowerFit::Block PowerFit::sum() const {
  Block all;
  for (const Block& block : blocks_) all.merge(block);
  return all;
}

std::vector<double> PowerFit::means() const {
  if (blocks_.empty()) return {};
  const Block all = sum();
  const Eigen::VectorXd power_w = joules::solve(all.shares, all.shares_w).power_w;
  return {power_w.begin(), power_w.end()};
}

std::vector<std::optional<PowerFit::Power>> PowerFit::solve() const {
  if (blocks_.empty()) return {};
  const Block all = sum();
  const Solution whole = joules::solve(all.shares, all.shares_w);
  const Eigen::Index groups = all.shares_w.size();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(groups), squares = sum, undetermined = whole.undetermined;
  for (const Block& block : blocks_) {
    Block rest = all;
    const Eigen::Index n = block.shares_w.size();
    rest.shares.topLeftCorner(n, n) -= block.shares;
    rest.shares_w.head(n) -= block.shares_w;
    const Solution without = joules::solve(rest.shares, rest.shares_w);
    const Eigen::VectorXd change = without.power_w - whole.power_w;
    sum += change;
    squares += change.cwiseAbs2();
    undetermined = undetermined.cwiseMax(without.undetermined);
  }
  const auto n = static_cast<double>(blocks_.size());
  std::vector<std::optional<Power>> powers(static_cast<std::size_t>(groups));
  for (Eigen::Index g = 0; g < groups; ++g) {
    if (undetermined[g] > kUndetermined) continue;
    Power power{whole.power_w[g], std::nullopt, whole.inverse[g] > 0 ? 1 / whole.inverse[g] : 0};
    if (blocks_.size() >= kFewestBlocks && blocks_with(g) >= kFewestOfGroup) {
      power.sd_w = std::sqrt(std::max((n - 1) / n * (squares[g] - sum[g] * sum[g] / n), 0.0));
    }
    powers[static_cast<std::size_t>(g)] = power;
  }
  return powers;
}

}  // namespace wattline::joules
