// SPDX-License-Identifier: Apache-2.0
// jetsim mount: serve an emulated board under a directory.
#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "jetsim/fuse/fuse_server.hpp"
#include "jetsim/fuse/mount_daemon.hpp"
#include "jetsim/fuse/mounts.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/served/served_board.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  std::string directory;
  EmulatedMachineOptions machine;
  bool foreground = false;
};

void declare(cli::App& app, Options& options) {
  app.add_option("DIRECTORY", options.directory, "Empty directory to mount on; created when it is missing").required();
  declare_board(app, options.machine);
  app.add_flag("-f,--foreground", options.foreground, "Stay in the foreground");
}

int mount(const Options& options, cli::Context& context) {
  check_board(options.machine);
  const std::string directory = mount_point(options.directory);
  check_fuse();
  serve_mount(options.foreground, [&](const std::function<void()>& ready) {
    ServedBoard board(options.machine);
    ServerHooks hooks = board.hooks();
    hooks.ready = ready;
    serve(board.tree(), directory, hooks, context.signals);
  });
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand mount_subcommand() {
  cli::Subcommand mounting = cli::subcommand("mount", "Serve an emulated board under a directory", declare, mount);
  mounting.uses_root = false;  // another board there would stay busy as long as this one is mounted
  return mounting;
}

}  // namespace wattline::jetsim
