// SPDX-License-Identifier: Apache-2.0
#include "io/real_path.hpp"

#include <cerrno>
#include <cstdlib>
#include <memory>

namespace wattline::io {

std::optional<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (real == nullptr) return std::nullopt;
  return std::string(real.get());
}

}  // namespace wattline::io
