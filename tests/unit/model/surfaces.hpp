// SPDX-License-Identifier: Apache-2.0
// A made-up device and workloads in closed form, whose optimum is known.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/goal.hpp"
#include "model/mode.hpp"
#include "model/space.hpp"
#include "model/tune_replay.hpp"

namespace wattline::test {

inline std::vector<model::Mode> lattice() {
  std::vector<model::Mode> modes;
  for (const std::int64_t cores : {2, 4, 6, 8}) {
    for (const std::int64_t cpu : {400000, 800000, 1200000, 1600000, 2000000}) {
      for (const std::int64_t gpu : {200000000, 400000000, 600000000, 800000000, 1000000000}) {
        for (const std::int64_t emc : {600000000, 1300000000, 2100000000}) modes.push_back({cores, cpu, gpu, emc, 0});
      }
    }
  }
  return modes;
}

inline const model::Space& lattice_space() {
  static const model::Space all(lattice());
  return all;
}

inline model::Goal within(double watts) {
  model::Goal goal;
  goal.power_w = watts;
  return goal;
}

// Time is inverse in the GPU clock alone and power linear in all: the best mode within a budget spends it on the GPU.
inline model::Outcome surface(const model::Mode& mode) {
  const double gpu = double(mode[model::kGpu]) / 1e9, emc = double(mode[model::kEmc]) / 2.1e9;
  const double cpu = double(mode[model::kCpu]) / 2e6, cores = double(mode[model::kCores]);
  return {100 / gpu, 10 + 10 * gpu + 2 * emc + 0.2 * cores + cpu, 0};
}

// All of the device, with steps that take `slower` times as long.
inline model::BoardTable board_table(double slower = 1) {
  model::BoardTable all;
  for (const model::Mode& mode : lattice()) {
    all[mode] = surface(mode);
    all[mode].minibatch_ms *= slower;
  }
  return all;
}

// The shortest time within a budget.
inline double fastest(const model::BoardTable& table, double watts) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& entry : table) {
    if (entry.second.power_w <= watts) least = std::min(least, entry.second.minibatch_ms);
  }
  return least;
}

inline std::vector<model::ModeReading> readings_at(const std::vector<model::Mode>& modes) {
  std::vector<model::ModeReading> readings;
  for (const model::Mode& mode : modes) readings.push_back({mode, surface(mode).minibatch_ms, surface(mode).power_w});
  return readings;
}

}  // namespace wattline::test
