// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"

#include <cerrno>
#include <cstring>

namespace wattline {

Error usage_error(const std::string& what, const std::string& hint) {
  return Error(ExitCode::usage, what, hint);
}

Error data_error(const std::string& what, const std::string& hint) {
  return Error(ExitCode::data, what, hint);
}

Error unavailable(const std::string& what, const std::string& hint) {
  return Error(ExitCode::unavailable, what, hint);
}

Error os_error(const std::string& object, int errno_value, const std::string& hint) {
  const bool denied = errno_value == EACCES || errno_value == EPERM;
  const std::string advice =
      hint.empty() && denied ? "run as root or as the owner (see wattline(7), PERMISSIONS)" : hint;
  return Error(denied ? ExitCode::no_permission : ExitCode::io, object + ": " + std::strerror(errno_value), advice);
}

bool means_absent(int errno_value) {
  return errno_value == ENOENT || errno_value == ENOTDIR;
}

}  // namespace wattline
