// SPDX-License-Identifier: Apache-2.0
// The space of a search: the modes that may be chosen, and the lattice that their settings span (points of it may be
// missing).
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/mode.hpp"
#include "model/prior.hpp"

namespace wattline::model {

// Index of a setting on each axis.
using LatticePoint = std::array<int, kAxes>;

class Space {
 public:
  // Duplicates are dropped. Throws a data error when there are no modes.
  explicit Space(std::vector<Mode> modes);

  const std::vector<Mode>& modes() const { return modes_; }  // ascending
  const std::vector<std::int64_t>& axis(std::size_t axis) const { return axes_[axis]; }
  int levels(std::size_t axis) const { return static_cast<int>(axes_[axis].size()); }
  // The largest setting of each axis.
  DeviceLimits device() const { return DeviceLimits(modes_); }
  // What is believed of a workload in these modes before any reading.
  const Priors& priors() const { return priors_; }
  void start_from(const Priors& priors) { priors_ = priors; }

  std::optional<std::size_t> find(const Mode& mode) const;
  LatticePoint point(std::size_t index) const;
  // The mode at a lattice point, if there is one.
  std::optional<std::size_t> at(const LatticePoint& point) const;
  // The mode nearest to a lattice point by distance(); modes marked in `taken` (empty = none) are passed over. No value
  // when all are taken.
  std::optional<std::size_t> nearest(const LatticePoint& point, const std::vector<bool>& taken = {}) const;
  // Squared distance between two lattice points, each axis scaled to 1.
  double distance(const LatticePoint& a, const LatticePoint& b) const;

 private:
  std::vector<Mode> modes_;
  Priors priors_;
  std::array<std::vector<std::int64_t>, kAxes> axes_;
};

}  // namespace wattline::model
