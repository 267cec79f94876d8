// SPDX-License-Identifier: Apache-2.0
// The mean power of groups from readings whose averaging windows are not known exactly: each reading counts with the
// groups' shares of the likeliest window, and the error bound has what other windows would have made of the same
// readings.
#pragma once
#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "joules/power_fit.hpp"

namespace wattline::joules {

class WindowFits {
 public:
  // What is not known of the windows: a shift of all of them, by parts of the range within which they may have been; in
  // the middle of that range, their length and period.
  static constexpr std::size_t kShifts = 5, kLikeliest = 2, kPeriods = 2, kWindows = kShifts + kPeriods;
  using Shares = std::array<std::vector<PowerFit::Share>, kWindows>;
  // `groups` are known so far. `pieces`: the shares of the likeliest window, where each group is cut into kPieces,
  // group g into kPieces * g and those that follow.
  static constexpr std::size_t kPieces = 4;
  void add(const Shares& shares, const std::vector<PowerFit::Share>& pieces, std::size_t groups, double power_w);

  struct Power {
    double mean_w, error_w;
  };
  // Of each group; empty where the readings do not determine it.
  std::vector<std::optional<Power>> solve() const;

 private:
  // Of a group's share over all readings.
  struct Spread {
    double sum = 0, squares = 0;
    void add(double value) {
      sum += value;
      squares += value * value;
    }
    double variance(double n) const { return squares / n - sum * sum / (n * n); }
  };
  struct GroupShares {
    Spread share, others;                 // others: 1 less the share
    std::array<Spread, kWindows> change;  // of shifts, from the one before; of periods, from the likeliest window
  };
  double doubt(const GroupShares& shares, double own_share2) const;
  double uneven_w(std::size_t group, double mean_w, const std::vector<double>& halves_w,
                  const std::vector<double>& quarters_w) const;
  double contrast(const GroupShares& shares, double power_w) const;
  std::array<PowerFit, kWindows> fits_;
  PowerFit halves_, quarters_;  // with the likeliest window
  std::vector<GroupShares> shares_;
  double readings_ = 0, power_w_ = 0;  // number and sum
};

}  // namespace wattline::joules
