// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/same_setting.hpp"

#include <cstdlib>

namespace wattline::pmsearch {

bool same_setting(const model::Mode& profiled, const model::Mode& asked) {
  constexpr double kSnap = 0.05;
  if (profiled[model::kCores] != asked[model::kCores] || profiled[model::kBatch] != asked[model::kBatch]) return false;
  for (const model::Axis axis : {model::kCpu, model::kGpu, model::kEmc}) {
    const auto off = static_cast<double>(std::abs(profiled[axis] - asked[axis]));
    if (off > kSnap * static_cast<double>(asked[axis])) return false;
  }
  return true;
}

std::optional<model::Mode> asked_mode(const model::Space& space, const model::Mode& profiled) {
  if (space.find(profiled)) return std::nullopt;
  for (const model::Mode& mode : space.modes()) {
    if (same_setting(profiled, mode)) return mode;
  }
  return std::nullopt;
}

}  // namespace wattline::pmsearch
