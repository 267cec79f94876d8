// SPDX-License-Identifier: Apache-2.0
#include "jetsim/spec/board_state.hpp"

#include <algorithm>
#include <cmath>

#include "base/power_mode.hpp"

namespace wattline::jetsim {

namespace {

// A mode is named as people type it: clocks snap within 6 %, as they do in pmode.
bool matches(const Field& field, std::int64_t value) {
  constexpr double kSnap = 0.06;
  const double difference = std::abs(static_cast<double>(field.value - value));
  return field.kind != Field::Kind::value || difference <= kSnap * static_cast<double>(value);
}

}  // namespace

bool hangs(const BoardState& state) {
  const std::int64_t khz = *std::max_element(state.clocks.cpu_khz.begin(), state.clocks.cpu_khz.end());
  return std::any_of(state.hang.begin(), state.hang.end(), [&](const std::string& text) {
    const auto mode = parse_mode_request(text);
    return mode && matches(mode->cores, state.clocks.cores()) && matches(mode->cpu, khz * 1000) &&
           matches(mode->gpu, state.clocks.gpu_hz) && matches(mode->emc, state.clocks.emc_hz);
  });
}

}  // namespace wattline::jetsim
