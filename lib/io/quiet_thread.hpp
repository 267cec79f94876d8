// SPDX-License-Identifier: Apache-2.0
// A thread to which no signal is delivered: signals are for the thread that waits for them.
#pragma once
#include <functional>
#include <thread>

namespace wattline::io {

std::thread quiet_thread(std::function<void()> work);

}  // namespace wattline::io
