// SPDX-License-Identifier: Apache-2.0
#include "io/named_descriptor.hpp"

#include <unistd.h>

#include <climits>
#include <limits>
#include <string>

#include "base/parse.hpp"

namespace wattline::io {

namespace {

constexpr int kMostLinks = 40;  // as in the kernel's path resolution

std::optional<int> descriptor_of(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    const auto number = to_int64(path.substr(folder.size()));
    if (number && *number >= 0 && *number <= std::numeric_limits<int>::max()) return static_cast<int>(*number);
  }
  return std::nullopt;
}

}  // namespace

std::optional<int> named_descriptor(std::string_view path) {
  std::string name(path);
  for (int links = 0; links < kMostLinks; ++links) {
    if (const auto fd = descriptor_of(name)) return fd;
    char target[PATH_MAX];
    const ssize_t size = ::readlink(name.c_str(), target, sizeof target);
    if (size <= 0) return std::nullopt;
    const std::string_view next(target, static_cast<std::size_t>(size));
    name = next[0] == '/' ? std::string(next) : name.substr(0, name.rfind('/') + 1).append(next);
  }
  return std::nullopt;
}

}  // namespace wattline::io
