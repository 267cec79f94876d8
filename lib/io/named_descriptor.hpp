// SPDX-License-Identifier: Apache-2.0
// Paths that name an open descriptor of this process. On Linux, opening such a path opens the file again, with an
// offset of its own, and renaming a file to it replaces the link in /dev (proc_pid_fd(5)).
#pragma once
#include <optional>
#include <string_view>

namespace wattline::io {

// 1 for /dev/stdout, 2 for /dev/stderr, N for /dev/fd/N and /proc/self/fd/N, and the same for symbolic links to these.
std::optional<int> named_descriptor(std::string_view path);

}  // namespace wattline::io
