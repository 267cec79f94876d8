// SPDX-License-Identifier: Apache-2.0
// Recorded power as the energy of each block of time, all blocks equally long.
#pragma once
#include <vector>

#include "base/energy_result.hpp"

namespace wattline::model {

// For readings that average over window_s: a block holds some of them.
double block_length_s(double window_s);

class PowerBlocks {
 public:
  PowerBlocks(double length_s, std::size_t rails) : length_s_(length_s), rails_(rails), whole_(rails) {}
  void add(std::size_t rail, const Segment& segment);
  // Mean time from one reading to the next.
  double interval_s() const;
  // Of the time that the power of all rails is known.
  struct Block {
    double start_s, end_s;
    std::vector<double> energy_j;  // of each rail
  };
  // The last block ends with the recording. Blocks with gaps are left out.
  std::vector<Block> complete() const;
  // Of the rail, over all time that is known.
  EnergyResult all(std::size_t rail, const RailFacts& facts) const;
  std::size_t size() const { return blocks_.size(); }
  std::size_t incomplete() const { return blocks_.size() - complete().size(); }

 private:
  double length_s_;
  std::size_t rails_;
  double start_s_ = 0, end_s_ = 0;
  std::size_t segments_ = 0;
  std::vector<std::vector<IntervalEnergy>> blocks_;  // by rail
  std::vector<IntervalEnergy> whole_;                // of each rail
};

}  // namespace wattline::model
