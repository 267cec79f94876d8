// SPDX-License-Identifier: Apache-2.0
// Which mode was asked for when another was profiled: pmode snaps clocks to the board's tables, by up to 5 %.
#pragma once
#include <optional>

#include "model/space.hpp"

namespace wattline::pmsearch {

// Whether `profiled` can be what pmode made of `asked`.
bool same_setting(const model::Mode& profiled, const model::Mode& asked);
// The mode of the space that was asked for when this one was profiled, if it is not in the space itself.
std::optional<model::Mode> asked_mode(const model::Space& space, const model::Mode& profiled);

}  // namespace wattline::pmsearch
