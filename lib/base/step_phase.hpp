// SPDX-License-Identifier: Apache-2.0
// The phase of a step, by which a result uses the step or leaves it out.
#pragma once
#include "base/enum_name.hpp"

namespace wattline {

// Validation trains nothing: it stands between the steps.
enum class StepPhase { first, stabilizing, counted, validation };

// The word of the column `phase`.
inline const char* to_string(StepPhase phase) {
  return enum_name(phase, {"first", "stabilizing", "counted", "validation"});
}

}  // namespace wattline
