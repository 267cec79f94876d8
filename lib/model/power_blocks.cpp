// SPDX-License-Identifier: Apache-2.0
#include "model/power_blocks.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

namespace {
constexpr double kCovered = 0.98;  // of a block; rails are not all read at the same moment
constexpr double kShortestBlockS = 1, kWindowsInBlock = 3;
}  // namespace

double block_length_s(double window_s) {
  return std::max(kShortestBlockS, kWindowsInBlock * window_s);
}

void PowerBlocks::add(std::size_t rail, const Segment& segment) {
  if (blocks_.empty()) start_s_ = segment.start_s;
  end_s_ = std::max(end_s_, segment.end_s);
  ++segments_;
  IntervalEnergy& whole = whole_[rail];
  if (whole.segments == 0) whole.start_s = segment.start_s;
  whole.end_s = segment.end_s;
  whole.add(segment);
  const double from = (segment.start_s - start_s_) / length_s_, to = (segment.end_s - start_s_) / length_s_;
  for (auto i = static_cast<std::size_t>(std::max(from, 0.0)); static_cast<double>(i) < to; ++i) {
    while (blocks_.size() <= i) {
      IntervalEnergy block;
      block.start_s = start_s_ + length_s_ * static_cast<double>(blocks_.size());
      block.end_s = block.start_s + length_s_;
      blocks_.emplace_back(rails_, block);
    }
    blocks_[i][rail].add(segment);
  }
}

double PowerBlocks::interval_s() const {
  return segments_ == 0 ? 0 : (end_s_ - start_s_) * static_cast<double>(rails_) / static_cast<double>(segments_);
}

std::vector<PowerBlocks::Block> PowerBlocks::complete() const {
  std::vector<Block> list;
  for (const auto& rails : blocks_) {
    Block block{rails.front().start_s, std::min(rails.front().end_s, end_s_), {}};
    const double length_s = block.end_s - block.start_s;
    const auto covered = [&](const IntervalEnergy& energy) { return energy.covered_s >= kCovered * length_s; };
    if (length_s <= 0 || !std::all_of(rails.begin(), rails.end(), covered)) continue;
    for (const IntervalEnergy& energy : rails) block.energy_j.push_back(energy.energy_j * length_s / energy.covered_s);
    list.push_back(std::move(block));
  }
  return list;
}

EnergyResult PowerBlocks::all(std::size_t rail, const RailFacts& facts) const {
  IntervalEnergy whole = whole_[rail];
  whole.end_s = whole.start_s + whole.covered_s;
  return evaluate(whole, facts, true);
}

}  // namespace wattline::model
