// SPDX-License-Identifier: Apache-2.0
#include "io/named_descriptor.hpp"

#include <limits>
#include <string>

#include "base/parse.hpp"
#include "io/real_path.hpp"

namespace wattline::io {

namespace {

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
    const auto target = link_target(name);
    if (!target) return std::nullopt;
    name = *target;
  }
  return std::nullopt;
}

}  // namespace wattline::io
