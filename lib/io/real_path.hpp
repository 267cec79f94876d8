// SPDX-License-Identifier: Apache-2.0
// An absolute path without symbolic links.
#pragma once
#include <optional>
#include <string>

namespace wattline::io {

// As realpath(3); std::nullopt, and errno, if a part of the path cannot be read or does not exist. Boost's canonical()
// compares paths, and therefore aborts if memory is refused.
std::optional<std::string> real_path(const std::string& path);

// What a symbolic link names, seen from where the link's own path is; std::nullopt if the path is no link.
std::optional<std::string> link_target(const std::string& path);

constexpr int kMostLinks = 40;  // that are followed, as in the kernel's path resolution

}  // namespace wattline::io
