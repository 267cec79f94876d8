// SPDX-License-Identifier: Apache-2.0
#include "io/sync.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/fd.hpp"

namespace wattline::io {

int sync_data(int fd) {
  if (::fdatasync(fd) == 0 || errno == EINVAL || errno == EROFS) return 0;
  return errno;
}

void sync_folder(const std::string& path) {
  sync_folder(Fd(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)).get(), path);
}

void sync_folder(int held, const std::string& path) {
  const Fd folder(::openat(held, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const int error = folder ? sync_data(folder.get()) : 0;
  if (error != 0) throw Error(ExitCode::io, os_error(path, error).what());
}

}  // namespace wattline::io
