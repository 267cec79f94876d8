// SPDX-License-Identifier: Apache-2.0
// jetsim umount: unmount an emulated board or disk.
#include <sys/mount.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "io/child.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/fuse/mounts.hpp"
#include "jetsim/jetsim.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string directory;
  bool lazy = false;
};

void declare(cli::App& app, Options& options) {
  app.add_option("DIRECTORY", options.directory, "Where the board or the disk is mounted").required();
  app.add_flag("-z,--lazy", options.lazy, "Detach even while files are open");
}

// The mount of a jetsim that was killed answers nothing but ENOTCONN, and can still be unmounted. stat(2) may answer
// from the kernel's cache for a while.
bool server_was_killed(const std::string& directory) {
  struct statfs status {};
  return ::statfs(directory.c_str(), &status) != 0 && errno == ENOTCONN;
}

// A disk with a bound on its pages may have a file of its own open for a moment, and so may a process that has ended.
bool detach(const Options& options, Clock& clock) {
  constexpr int kTries = 300;
  constexpr std::int64_t kPauseNs = 10'000'000;
  for (int tries = kTries; ::umount2(options.directory.c_str(), options.lazy ? MNT_DETACH : 0) != 0;) {
    if (errno != EBUSY || --tries == 0) return false;
    clock.wait_until(clock.mono_ns() + kPauseNs, nullptr, 0);
  }
  return true;
}

int unmount_as_root(const Options& options, Clock& clock) {
  if (detach(options, clock)) return to_int(ExitCode::ok);
  if (errno != EBUSY) throw os_error(options.directory, errno);
  throw Error(ExitCode::try_later, options.directory + ": busy",
              "close its files, unmount the disks of the board first, or use --lazy");
}

int umount(const Options& options, cli::Context& context) {
  const bool is_disk = is_mounted("jetsim-disk", options.directory);
  if (!is_disk && !server_was_killed(options.directory) && !has_control_file(options.directory, "faults")) {
    throw unavailable(options.directory + ": neither an emulated board nor a disk is mounted there",
                      "`findmnt -t fuse.jetsim,fuse.jetsim-disk` lists the mounts");
  }
  if (::geteuid() == 0) return unmount_as_root(options, context.clock);
  std::vector<std::string> argv{"fusermount3", "-u"};
  if (options.lazy) argv.emplace_back("-z");
  argv.push_back(options.directory);
  io::Child child = io::Child::spawn(argv);
  return child.wait() == 0 ? to_int(ExitCode::ok) : to_int(ExitCode::try_later);
}

}  // namespace

cli::Subcommand umount_subcommand() {
  cli::Subcommand unmounting = cli::subcommand("umount", "Unmount an emulated board or disk", declare, umount);
  unmounting.uses_root = false;  // it may be in the mount, which would be busy
  return unmounting;
}

}  // namespace wattline::jetsim
