// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/mounts.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/fd.hpp"
#include "io/filesystem.hpp"
#include "io/real_path.hpp"
#include "io/root.hpp"

namespace wattline::jetsim {

namespace {

// The absolute path as mountinfo(5) has it, without asking the file system that may be dead.
std::string mountinfo_path(const std::string& directory) {
  fs::path path = fs::absolute(directory).lexically_normal();
  if (path.filename().native() == "." || path.filename().empty()) path = path.parent_path();  // it ends with a slash
  std::string escaped;
  const fs::path above = io::real_path(path.parent_path().string()).value_or("");
  const std::string resolved = (above / path.filename()).string();
  for (const char c : resolved) {
    if (std::strchr(" \t\n\\", c) == nullptr) {
      escaped += c;
      continue;
    }
    char octal[8];
    std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned>(c));
    escaped += octal;
  }
  return escaped;
}

}  // namespace

void check_fuse() {
  const io::Fd device(::open("/dev/fuse", O_RDWR | O_CLOEXEC));
  if (device) return;
  const int error = errno;
  const char* hint = error == ENOENT   ? "load it with `modprobe fuse`, or start the container with it"
                     : error == EACCES ? "give it its usual mode with `chmod 666 /dev/fuse`, or run as root"
                                       : "install fuse3, or run as root";
  throw unavailable(os_error("/dev/fuse", error).what(), hint);
}

std::string mount_options(const std::string& type, const std::string& source) {
  const std::string options = "fsname=" + source + ",subtype=" + type;
  return ::geteuid() == 0 ? options + ",allow_other,default_permissions" : options;
}

bool is_mounted(const std::string& type, const std::string& directory) {
  const std::string point = mountinfo_path(directory);
  const std::string table = io::read_text("/proc/self/mountinfo").value_or("");
  for (const std::string_view line : split(table, '\n')) {
    const auto words = split_blanks(line);
    const bool is_type = line.find(" - fuse." + type + " ") != std::string_view::npos;
    if (words.size() > 4 && words[4] == point && is_type) return true;
  }
  return false;
}

std::string mount_point(const std::string& directory) {
  sys::error_code error;
  fs::create_directories(directory, error);
  const auto path = io::real_path(directory);
  error = {path ? 0 : errno, sys::system_category()};
  const bool is_free = !error && fs::is_directory(*path, error) && fs::is_empty(*path, error);
  const std::string unmount = "unmount it with `jetsim umount " + directory + "`";
  if (error == sys::errc::not_connected)
    throw Error(ExitCode::try_later, directory + ": a jetsim that was killed left its mount", unmount);
  if (error) throw unavailable(directory + ": " + error.message());
  if (const auto board = is_mounted("jetsim", directory) ? io::Root(*path).emulation() : std::nullopt)
    throw Error(ExitCode::try_later, directory + ": an emulated " + board->board + " is mounted there already",
                unmount + " first");
  if (is_mounted("jetsim-disk", directory))
    throw Error(ExitCode::try_later, directory + ": a disk is mounted there already", unmount + " first");
  if (!is_free) throw unavailable(directory + ": not an empty directory");
  return *path;
}

}  // namespace wattline::jetsim
