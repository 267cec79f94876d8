// SPDX-License-Identifier: Apache-2.0
#include "jetsim/view/private_mounts.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "io/attribute.hpp"

namespace wattline::jetsim {

namespace {

// Exists in every sysfs, and is covered by the board's /sys in the end.
constexpr const char* kFirstPlace = "/sys/kernel";

[[noreturn]] void refused(const std::string& what, int error) {
  throw unavailable(what + ": " + std::strerror(error),
                    "run as root, or allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, "
                    "kernel.apparmor_restrict_unprivileged_userns=0; in a container --cap-add SYS_ADMIN "
                    "--security-opt apparmor=unconfined)");
}

void map_own_id(const char* file, unsigned id) {
  if (const int error = io::write_text(file, fmt::format("{0} {0} 1", id))) refused("user namespace", error);
}

void enter_user_namespace() {
  const uid_t uid = ::geteuid();
  const gid_t gid = ::getegid();
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) refused("mounts of a process's own", errno);
  io::write_text("/proc/self/setgroups",
                 "deny");  // else an ordinary user may not map a group; absent before Linux 3.19
  map_own_id("/proc/self/uid_map", uid);
  map_own_id("/proc/self/gid_map", gid);
}

int bind_mount(const std::string& source, const std::string& target) {
  return ::mount(source.c_str(), target.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0 ? 0 : errno;
}

// A file that has gone since the view was planned, or a folder that this user may not enter, leaves no place holder.
void keep(const std::string& path, const std::string& place_holder) {
  if (bind_mount(path, place_holder) == 0) return;
  if (::unlink(place_holder.c_str()) != 0) ::rmdir(place_holder.c_str());
}

}  // namespace

void enter_private_mounts() {
  if (::unshare(CLONE_NEWNS) != 0) {
    if (errno != EPERM) refused("mounts of a process's own", errno);
    enter_user_namespace();
  }
  // What this machine mounts and unmounts later is seen here too, so that nothing is kept busy.
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) refused("mounts of a process's own", errno);
}

UnservedMount mount_unserved() {
  UnservedMount mount{io::Fd(::open("/dev/fuse", O_RDWR | O_CLOEXEC)), kFirstPlace};
  if (!mount.device) throw os_error("/dev/fuse", errno);
  const char* shared = ::geteuid() == 0 ? ",allow_other,default_permissions" : "";
  const std::string options = fmt::format("fd={},rootmode=40000,user_id={},group_id={}{}", mount.device.get(),
                                          ::geteuid(), ::getegid(), shared);
  if (::mount("jetsim", kFirstPlace, "fuse.jetsim", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
    refused("mounting an emulated board", errno);
  return mount;
}

void show_board(const std::string& directory, const BoardView& view) {
  const io::Fd top(::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!top) throw os_error(directory, errno);
  const std::string board = io::descriptor_path(top.get());  // also when it is covered
  for (const std::string& path : view.kept) keep(path, board + path);
  for (const std::string& path : view.shown) {
    if (const int error = bind_mount(board + path, path)) throw os_error(path, error);
  }
  ::umount2(board.c_str(), MNT_DETACH);
}

}  // namespace wattline::jetsim
