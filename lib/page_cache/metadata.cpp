// SPDX-License-Identifier: Apache-2.0
#include "page_cache/metadata.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/fd.hpp"

namespace wattline::page_cache {

namespace {

// Documentation/admin-guide/sysctl/vm.rst: 2 frees dentries and inodes.
constexpr const char* kDropCaches = "/proc/sys/vm/drop_caches";

// "/dev/NAME" of the device that a file lies on; empty for file systems without one.
std::string block_device(const io::Root& root, const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || major(status.st_dev) == 0) return {};
  const std::string number = std::to_string(major(status.st_dev)) + ":" + std::to_string(minor(status.st_dev));
  const std::string uevent = io::read_text(root.path("/sys/dev/block/" + number + "/uevent")).value_or("");
  for (const std::string_view line : split(uevent, '\n')) {
    if (line.substr(0, 8) == "DEVNAME=") return "/dev/" + std::string(line.substr(8));
  }
  return {};
}

}  // namespace

void drop_metadata(const io::Root& root, const std::vector<std::string>& paths) {
  const std::string object = root.path(kDropCaches).string();
  const int error = io::write_text(object, "2\n");
  if (error != 0) throw os_error(object, error, "run as root; an ordinary user can only evict file data");
  for (const std::string& path : paths) {
    const std::string device = block_device(root, path);
    const io::Fd fd(device.empty() ? -1 : ::open(root.path(device).c_str(), O_RDONLY | O_CLOEXEC));
    if (fd) ::posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED);
  }
}

}  // namespace wattline::page_cache
