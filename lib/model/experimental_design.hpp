// SPDX-License-Identifier: Apache-2.0
// Which modes to profile when the aim is to predict all the others.
#pragma once
#include <array>
#include <vector>

#include "model/space.hpp"

namespace wattline::model {

// The point at these fractions of the axes, each in 0 to 1.
LatticePoint lattice_point(const Space& space, const std::array<double, kAxes>& fractions);

// `count` different modes in the order in which to profile them (any leading part is a good design too). The first 30
// come from a fixed table of lattice fractions; further ones are the modes farthest from those before, in logs of cores
// and clocks. Fewer when the space is smaller.
std::vector<Mode> design(const Space& space, std::size_t count);

// `count` modes to profile beside what is known of the workload, perhaps at another batch size: each in turn is the one
// with which the fit to what is known has the smallest standard deviations of time and power, on average. They are
// chosen from the first 200 modes of design(); further ones follow in its order. Throws a data error when nothing is
// known.
std::vector<Mode> design_beside(const Space& space, const std::vector<ModeReading>& known, std::size_t count);

}  // namespace wattline::model
