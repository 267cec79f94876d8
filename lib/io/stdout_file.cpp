// SPDX-License-Identifier: Apache-2.0
#include "io/stdout_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/fd.hpp"

namespace wattline::io {

std::string stdout_file() {
  struct stat status {};
  const int error = ::fstat(STDOUT_FILENO, &status) == 0 ? 0 : errno;
  if (error != 0 && error != EBADF) throw os_error("stdout", error);
  const bool holds_rows = error == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
  return holds_rows ? descriptor_path(STDOUT_FILENO) : "";
}

}  // namespace wattline::io
