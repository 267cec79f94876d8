// SPDX-License-Identifier: Apache-2.0
// Whether a tool shows how far a long run is.
#pragma once
#include "cli/context.hpp"

namespace wattline::cli {

// On a terminal, or with --verbose; not with --quiet.
bool shows_progress(const Context& context);

}  // namespace wattline::cli
