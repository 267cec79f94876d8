// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/fuse_server.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/error.hpp"
#include "io/fd.hpp"
#include "jetsim/fuse/fuse_operations.hpp"
#include "jetsim/fuse/mounts.hpp"
#include "jetsim/fuse/recorded_operations.hpp"

namespace wattline::jetsim {

namespace {

struct FuseDeleter {
  void operator()(fuse* filesystem) const {
    fuse_unmount(filesystem);
    fuse_destroy(filesystem);
  }
};

// Like fuse_loop(), with ticks and with the suite's stop signals.
void loop(fuse* filesystem, const ServerHooks& hooks, io::Signals& signals) {
  fuse_session* channel = fuse_get_session(filesystem);
  fuse_buf buffer{};
  while (fuse_session_exited(channel) == 0 && signals.stop() == 0) {
    pollfd waited[] = {{fuse_session_fd(channel), POLLIN, 0}, {signals.fd(), POLLIN, 0}};
    if (::poll(waited, 2, hooks.tick_ms) < 0 && errno != EINTR) break;
    if (hooks.tick) hooks.tick();
    if (waited[0].revents == 0) continue;
    const int received = fuse_session_receive_buf(channel, &buffer);
    if (received == -EINTR || received == -EAGAIN) continue;
    if (received <= 0) break;  // 0 or ENODEV: unmounted
    fuse_session_process_buf(channel, &buffer);
  }
  std::free(buffer.mem);
}

}  // namespace

void serve(Tree& tree, const std::string& directory, const ServerHooks& hooks, io::Signals& signals) {
  ServedTree state{tree, hooks};
  char name[] = "jetsim", flag[] = "-o";
  std::string options = mount_options("jetsim", "jetsim");
  char* argv[] = {name, flag, &options[0], nullptr};
  fuse_args arguments = FUSE_ARGS_INIT(3, argv);
  const fuse_operations all = hooks.accessed ? recorded_operations() : tree_operations();
  const std::unique_ptr<fuse, FuseDeleter> filesystem(fuse_new(&arguments, &all, sizeof all, &state));
  fuse_opt_free_args(&arguments);
  if (!filesystem) throw Error(ExitCode::software, "libfuse: could not be started");
  if (fuse_mount(filesystem.get(), directory.c_str()) != 0) {
    throw unavailable(directory + ": could not be mounted", "mount on an empty directory that you own");
  }
  loop(filesystem.get(), hooks, signals);
}

}  // namespace wattline::jetsim
