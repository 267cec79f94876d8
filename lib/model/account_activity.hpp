// SPDX-License-Identifier: Apache-2.0
// What several programs did during each block of recorded power.
#pragma once
#include <Eigen/Core>
#include <optional>
#include <vector>

#include "model/account_log.hpp"
#include "model/power_blocks.hpp"

namespace wattline::model {

// The quantities that the power depends on: time, the time in which any program ran, and the CPU time and the
// minibatches of each program.
constexpr Eigen::Index kIdle = 0, kShared = 1, kFirstOfAccounts = 2, kOfAccount = 2;
inline Eigen::Index quantities_of(std::size_t accounts) {
  return kFirstOfAccounts + kOfAccount * static_cast<Eigen::Index>(accounts);
}
inline Eigen::Index cpu_of(std::size_t account) {
  return quantities_of(account);
}
inline Eigen::Index steps_of(std::size_t account) {
  return cpu_of(account) + 1;
}

struct BlockActivity {
  double start_s, length_s;
  std::vector<double> energy_j;      // of each rail
  Eigen::VectorXd amounts;           // of the quantities
  Eigen::VectorXd doubts;            // bounds of the squares of their errors
  std::optional<std::size_t> state;  // which programs ran, as bits; empty: one of them started or ended
};

// A program that starts or ends within margin_s of a block changes the readings of the block.
std::vector<BlockActivity> activity_of(const std::vector<PowerBlocks::Block>& blocks,
                                       const std::vector<AccountLog>& logs, double margin_s);

// Whether the mean clock of cores or GPU changed with the programs that ran, as far as their load rows show it.
bool clocks_changed(const std::vector<BlockActivity>& blocks, const std::vector<AccountLog>& logs);

}  // namespace wattline::model
