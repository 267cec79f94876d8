// SPDX-License-Identifier: Apache-2.0
#include "io/named_descriptor.hpp"

#include <limits>

#include "base/parse.hpp"

namespace wattline::io {

std::optional<int> named_descriptor(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.substr(0, folder.size()) != folder) continue;
    const auto number = to_int64(path.substr(folder.size()));
    if (number && *number >= 0 && *number <= std::numeric_limits<int>::max()) return static_cast<int>(*number);
  }
  return std::nullopt;
}

}  // namespace wattline::io
