// SPDX-License-Identifier: Apache-2.0
// Whether an emulated board has anything to do. A program on it that is no workload of jetsim leaves it idle, however
// busy it keeps this machine.
#pragma once
#include <cstdint>
#include <optional>

#include "io/root.hpp"

namespace wattline::platform {

struct EmulatedWorkloads {
  std::int64_t started = 0;  // since the board was mounted
  std::int64_t running = 0;
};

// Empty on a machine, and on an emulated board that is as busy as this machine.
std::optional<EmulatedWorkloads> read_emulated_workloads(const io::Root& root);

// Whether the board was idle all the time between the two.
bool was_idle(const std::optional<EmulatedWorkloads>& before, const std::optional<EmulatedWorkloads>& after);

}  // namespace wattline::platform
