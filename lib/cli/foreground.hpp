// SPDX-License-Identifier: Apache-2.0
// A command in our own process group, like a foreground job of a shell: the command handles the terminal's signals.
#pragma once
#include <functional>

#include "cli/context.hpp"
#include "cli/tool.hpp"
#include "io/child.hpp"

namespace wattline::cli {

// The command's status once it has ended. Stops that only this process got are handed on. `look` runs after each
// signal, SIGCHLD too.
int wait_in_foreground(io::Child& child, Context& context, const std::function<void()>& look = {});

}  // namespace wattline::cli
