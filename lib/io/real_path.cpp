// SPDX-License-Identifier: Apache-2.0
#include "io/real_path.hpp"

#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>

namespace wattline::io {

std::optional<std::string> real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (real == nullptr) return std::nullopt;
  return std::string(real.get());
}

std::optional<std::string> link_target(const std::string& path) {
  char text[PATH_MAX];
  const ssize_t size = ::readlink(path.c_str(), text, sizeof text);
  if (size <= 0) return std::nullopt;
  const std::string target(text, static_cast<std::size_t>(size));
  return target[0] == '/' ? target : path.substr(0, path.rfind('/') + 1) + target;
}

}  // namespace wattline::io
