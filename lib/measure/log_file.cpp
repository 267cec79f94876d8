// SPDX-License-Identifier: Apache-2.0
#include "measure/log_file.hpp"

#include <fcntl.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/caller.hpp"

namespace wattline::measure {

io::Fd open_log(const std::string& path, int flags) {
  const io::AsCaller rights;
  io::Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags, 0666));
  const int error = errno;
  if (!fd) throw Error(ExitCode::io, os_error(path, error).what(), io::refused_hint(error, ""));
  return fd;
}

}  // namespace wattline::measure
