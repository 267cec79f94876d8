// SPDX-License-Identifier: Apache-2.0
// The machine's state before work that sets modes (a sweep, a search, a job), in /run/wattline until it is restored:
// what is found there by whoever has the mode lock is that of a process that was killed.
#pragma once
#include <string>

#include "io/root.hpp"

namespace wattline::platform {

// Keeps the text of a saved state. Throws Error{io}.
void keep_unrestored(const io::Root& root, const std::string& text);
// The path of the state that was not restored; empty = none.
std::string unrestored_state(const io::Root& root);
// When it is in force again, or somebody has chosen another.
void forget_unrestored(const io::Root& root);

}  // namespace wattline::platform
