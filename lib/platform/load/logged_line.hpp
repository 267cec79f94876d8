// SPDX-License-Identifier: Apache-2.0
// A line as its program wrote it, out of what journald, Docker or a terminal made of it.
#pragma once
#include <string>
#include <string_view>

namespace wattline::platform {

// Without the colours of a terminal. An object of `journalctl -o json` or of Docker's json-file log becomes its time
// and its message.
std::string logged_line(std::string_view text);

}  // namespace wattline::platform
