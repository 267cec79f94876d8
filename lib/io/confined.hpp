// SPDX-License-Identifier: Apache-2.0
// Files of a machine whose root directory is not "/": symbolic links and ".." in their paths are resolved as if that
// directory were "/", as chroot(2) would, so that no path leads out of it. Other paths are opened as open(2) does.
#pragma once
#include <sys/types.h>

#include <string>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"
#include "io/filesystem.hpp"

namespace wattline::io {

// Confines every path below the directory while it lives.
class RootFolder : NotCopyable {
 public:
  explicit RootFolder(const fs::path& directory);
  ~RootFolder();
  int fd() const { return fd_.get(); }
  // The rest of a path below this directory; nothing for any other path.
  const char* rest_of(const char* path) const;

 private:
  std::string prefix_;
  Fd fd_;
};

// As open(2), with O_CLOEXEC and O_NOCTTY. In a root folder only files and folders can be opened, and opening never
// waits: FIFOs, sockets and devices are refused with ENXIO.
Fd open_confined(const fs::path& path, int flags, mode_t mode = 0);

bool exists_confined(const fs::path& path);

// Makes a folder with those above it, with mode 0755 whatever the umask allows more. Returns 0 or errno.
int make_folder_confined(const fs::path& path);

}  // namespace wattline::io
