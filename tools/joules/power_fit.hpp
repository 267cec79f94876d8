// SPDX-License-Identifier: Apache-2.0
// The mean power of groups of intervals that are shorter than the time over which a sensor averages. A reading is the
// sum of the groups' powers, each times the group's share of the averaging window: a linear regression over all
// readings.
#pragma once
#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

namespace wattline::joules {

// The expected share of [start_s, end_s] in the averaging window of a reading that was taken at t_s. The window lasts
// window_s, and its end is up to age_s before t_s: when the conversion ended is not known better.
double window_share(double start_s, double end_s, double t_s, double window_s, double age_s);

class PowerFit {
 public:
  struct Share {
    std::size_t group;
    double of_window;
  };
  // To the share that the group has already, if it has one.
  static void add_share(std::vector<Share>& shares, Share more);
  // The groups in the window of a reading, out of `groups` that are known so far.
  void add(const std::vector<Share>& shares, std::size_t groups, double power_w);

  struct Power {
    double mean_w = 0;
    std::optional<double> sd_w;  // of mean_w; empty if too few parts of the run have the group
    double own_share2 = 0;       // sum over readings: square of the share that does not follow from the others' shares
  };
  // Of each group; empty where the readings do not determine it.
  std::vector<std::optional<Power>> solve() const;
  // Their means alone, where the readings determine them or not.
  std::vector<double> means() const;

 private:
  // Sums over readings that follow each other. Leaving out one block at a time (the jackknife: Kunsch, Annals of
  // Statistics 17, 1989) gives the variance also where the errors of consecutive readings are not independent.
  struct Block {
    Eigen::MatrixXd shares;    // sum of x x'
    Eigen::VectorXd shares_w;  // sum of x y
    void grow(Eigen::Index groups);
    void merge(const Block& other);
  };
  Block sum() const;
  void merge_pairs();
  std::size_t blocks_with(Eigen::Index group) const;
  std::vector<Block> blocks_;
  long long block_readings_ = 1, last_readings_ = 0;  // of a full block, and of the last one
};

}  // namespace wattline::joules
