// SPDX-License-Identifier: Apache-2.0
#include "model/energy_division.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace wattline::model {

namespace {

// Largest change of the power while no program ran, from one such time to another.
double idle_change_w(const std::vector<BlockActivity>& blocks, std::size_t rail) {
  double low_w = 1e300, high_w = 0, energy_j = 0, length_s = 0;
  const auto finish = [&] {
    if (length_s > 0) {
      low_w = std::min(low_w, energy_j / length_s);
      high_w = std::max(high_w, energy_j / length_s);
    }
    energy_j = length_s = 0;
  };
  for (const BlockActivity& block : blocks) {
    if (!block.state || *block.state != 0) {
      finish();
      continue;
    }
    energy_j += block.energy_j[rail];
    length_s += block.length_s;
  }
  finish();
  return std::max(high_w - low_w, 0.0);
}

}  // namespace

EnergyDivision::EnergyDivision(const std::vector<BlockActivity>& blocks, std::size_t rail, bool pinned, bool changed)
    : pinned_(pinned), changed_(changed), idle_change_w_(idle_change_w(blocks, rail)) {
  for (const BlockActivity& block : blocks) {
    if (!block.state || block.length_s <= 0) continue;
    fit_.add(*block.state, counted(block.amounts) / block.length_s, block.doubts / (block.length_s * block.length_s),
             block.energy_j[rail] / block.length_s);
  }
  known_ = fit_.solve();
}

Eigen::VectorXd EnergyDivision::counted(Eigen::VectorXd amounts) const {
  if (pinned_) amounts[kShared] = 0;
  return amounts;
}

EnergyDivision::Energy EnergyDivision::energy_of(const Eigen::VectorXd& amounts, Eigen::Index first,
                                                 Eigen::Index count) const {
  Eigen::VectorXd part = Eigen::VectorXd::Zero(amounts.size());
  part.segment(first, count) = counted(amounts).segment(first, count);
  return fit_.energy_of(part);
}

EnergyDivision::Energy EnergyDivision::idle(const Eigen::VectorXd& amounts, double all_j) const {
  Energy energy = energy_of(amounts, kIdle, 1);
  if (!energy.energy_j) energy.high_j = std::max(std::min(energy.high_j, all_j), energy.low_j);
  return energy;
}

EnergyDivision::Energy EnergyDivision::programs(const Eigen::VectorXd& amounts, double all_j) const {
  const Energy rest = idle(amounts, all_j);
  Energy energy{std::nullopt, std::max(all_j - rest.high_j, 0.0), std::max(all_j - rest.low_j, 0.0)};
  if (rest.energy_j) energy.energy_j = std::max(all_j - *rest.energy_j, 0.0);
  return energy;
}

// Nothing can have more than all, without the least that the idle board used. That is all that is known where the
// clocks changed, since what each program adds depends on them.
EnergyDivision::Energy EnergyDivision::of_programs(const Eigen::VectorXd& amounts, double all_j, Eigen::Index first,
                                                   Eigen::Index count) const {
  Energy energy{std::nullopt, 0, std::numeric_limits<double>::infinity()};
  if (!changed_) energy = energy_of(amounts, first, count);
  if (energy.energy_j) return energy;
  const double most_j = programs(amounts, all_j).high_j;
  energy.high_j = std::max(std::min(energy.high_j, most_j), energy.low_j);
  return energy;
}

EnergyDivision::Energy EnergyDivision::shared(const Eigen::VectorXd& amounts, double all_j) const {
  return of_programs(amounts, all_j, kShared, 1);
}

EnergyDivision::Energy EnergyDivision::account(std::size_t index, const Eigen::VectorXd& amounts, double all_j) const {
  return of_programs(amounts, all_j, cpu_of(index), kOfAccount);
}

EnergyDivision::Energy EnergyDivision::widened(Energy energy, double error_w, double duration_s) const {
  const double error_j = (error_w + idle_change_w_) * duration_s;
  energy.low_j = std::max(energy.low_j - error_j, 0.0);
  energy.high_j += error_j;
  return energy;
}

}  // namespace wattline::model
