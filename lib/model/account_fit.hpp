// SPDX-License-Identifier: Apache-2.0
// The power of a board as a sum: each of several quantities, such as busy cores, times its own constant. The constants
// come from stretches of time in which different programs ran.
#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace wattline::model {

class AccountFit {
 public:
  // A stretch of time in which always the same programs ran: `state` is which. `doubts`: bounds of the mean square
  // errors of the rates.
  void add(std::size_t state, const Eigen::VectorXd& rates, const Eigen::VectorXd& doubts, double power_w);
  // Needs this many stretches of a state; with fewer it is left out.
  static constexpr std::size_t kFewest = 4;
  // Call once, after the last stretch. False when no state has enough of them.
  bool solve();

  struct Energy {
    std::optional<double> energy_j;  // empty: the quantities cannot be told apart
    // In any case, as no quantity can take energy away from the board; infinity for one that no stretch has.
    double low_j = 0, high_j = 0;
  };
  // Of these amounts of the quantities.
  Energy energy_of(const Eigen::VectorXd& amounts) const;

 private:
  struct Observation {
    Eigen::VectorXd rates, doubts;
    double power_w;
  };
  struct Sums {
    Eigen::MatrixXd squares;
    Eigen::VectorXd powers;
  };
  Sums sums_of(const std::vector<Observation>& stretches, std::size_t from, std::size_t to) const;
  void choose_units();
  void find_bias(const Eigen::MatrixXd& squares);
  void find_covariance(const Sums& all, const std::vector<std::vector<Sums>>& chunks);
  struct Slice;
  Slice slice(const Eigen::VectorXd& weights, const std::vector<Eigen::Index>& free) const;
  template <class Use>
  void each_extreme(const Eigen::VectorXd& weights, const Use& use) const;
  std::map<std::size_t, std::vector<Observation>> states_;
  Eigen::VectorXd units_;           // of each quantity; the constants below are for these
  std::vector<Eigen::Index> used_;  // quantities that occur
  Eigen::VectorXd constants_;       // best fit
  Eigen::MatrixXd information_;     // inverse of the covariance of the constants
  Eigen::MatrixXd bias_;            // of the constants, at most: a column per quantity whose errors cause it
  double radius2_ = 0;
};

}  // namespace wattline::model
