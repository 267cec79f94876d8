// SPDX-License-Identifier: Apache-2.0
// A process that serves a mount and stays after the command has returned.
#pragma once
#include <functional>

namespace wattline::jetsim {

// Serves in the foreground, or in a child process of its own session without standard streams, and returns then when
// the child has called `ready`. What `serve` throws before that is thrown here.
void serve_mount(bool foreground, const std::function<void(const std::function<void()>& ready)>& serve);

}  // namespace wattline::jetsim
