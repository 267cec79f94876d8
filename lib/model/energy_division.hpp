// SPDX-License-Identifier: Apache-2.0
// Divides the energy of one rail among the programs that ran: what the idle board used, what they caused together, and
// what each of them added.
#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "model/account_activity.hpp"
#include "model/account_fit.hpp"

namespace wattline::model {

class EnergyDivision {
 public:
  // `pinned`: the clocks were, so that nothing that the fit could see is shared. `changed`: they changed with the
  // programs that ran, so that only the sum of what all programs used is known.
  EnergyDivision(const std::vector<BlockActivity>& blocks, std::size_t rail, bool pinned, bool changed);
  // False when no state of programs lasted for AccountFit::kFewest blocks.
  bool known() const { return known_; }

  using Energy = AccountFit::Energy;
  // Of the amounts (account_activity.hpp) of a time in which the rail used all_j.
  Energy idle(const Eigen::VectorXd& amounts, double all_j) const;
  // All but that of the idle board.
  Energy programs(const Eigen::VectorXd& amounts, double all_j) const;
  Energy shared(const Eigen::VectorXd& amounts, double all_j) const;
  Energy account(std::size_t index, const Eigen::VectorXd& amounts, double all_j) const;
  // With the systematic error of the sensor, and with the largest change of the idle power, over the time that the
  // account lasted: silicon that a program has warmed draws more power.
  Energy widened(Energy energy, double error_w, double duration_s) const;

 private:
  Eigen::VectorXd counted(Eigen::VectorXd amounts) const;
  Energy energy_of(const Eigen::VectorXd& amounts, Eigen::Index first, Eigen::Index count) const;
  Energy of_programs(const Eigen::VectorXd& amounts, double all_j, Eigen::Index first, Eigen::Index count) const;
  bool pinned_, changed_, known_;
  double idle_change_w_;
  AccountFit fit_;
};

}  // namespace wattline::model
