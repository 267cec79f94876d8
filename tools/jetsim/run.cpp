// SPDX-License-Identifier: Apache-2.0
// jetsim run: run a command to which this machine looks like an emulated board.
#include <fcntl.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "cli/foreground.hpp"
#include "cli/option_types.hpp"
#include "cli/side_file.hpp"
#include "io/attribute.hpp"
#include "io/child.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/fuse/mounts.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/spec/data_folder.hpp"
#include "jetsim/spec/faults.hpp"
#include "jetsim/view/access_rows.hpp"
#include "jetsim/view/board_server.hpp"
#include "jetsim/view/board_view.hpp"
#include "jetsim/view/orphans.hpp"
#include "jetsim/view/private_mounts.hpp"
#include "jetsim/view/vendor_commands.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  EmulatedMachineOptions machine;
  std::string mode, missing, record;
  std::vector<std::string> faults;
  bool as_root = false;
};

void declare(cli::App& app, Options& options) {
  declare_board(app, options.machine);
  app.add_option("--mode", options.mode, "Power mode of the board, as for `pmode set`");
  app.add_option("--trace-missing", options.missing, "Write the files that the command looked for in vain to FILE");
  app.add_option("--record", options.record, "Write what the command read and wrote, a row per request, to FILE");
  app.add_option("--fault", options.faults, "Inject this fault before the command starts; may be given repeatedly")
      .allow_extra_args(false);
  app.add_flag("--as-root", options.as_root, "Under sudo, run the command as root instead of the calling user");
}

// Returns its status; it has said itself what was wrong.
int set_mode(const std::string& mode) {
  const io::Fd null(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  io::SpawnOptions spawn;
  spawn.stdout_fd = null.get();
  spawn.die_with_parent = true;
  return io::Child::spawn({io::sibling_tool("pmode"), "set", mode}, spawn).wait();
}

void set_faults(const std::string& lines) {
  const std::string file = control_file("/", "faults");
  if (const int error = io::write_text(file, lines)) throw os_error(file, error);
}

int run_command(const Options& options, cli::Context& context) {
  io::SpawnOptions spawn;
  spawn.as_caller = !options.as_root;
  spawn.die_with_parent = true;
  io::Child child = io::Child::spawn(context.command, spawn);
  return cli::wait_in_foreground(child, context);
}

int run_on_board(const Options& options, cli::Context& context, BoardServer& server) {
  if (!options.mode.empty()) {
    if (const int status = set_mode(options.mode)) return status;
  }
  if (!options.faults.empty()) set_faults(fault_lines(options.faults));
  server.begin_reports();
  adopt_orphans();
  const int status = run_command(options, context);
  if (server.has_ended()) context.warn("the server of the emulated board ended before the command did");
  kill_orphans(server.pid());
  return status;
}

int run(const Options& options, cli::Context& context) {
  if (context.command.empty())
    throw usage_error("run requires -- COMMAND", "jetsim run --board agx-orin -- COMMAND ARGUMENTS");
  check_board(options.machine);
  fault_lines(options.faults);
  check_fuse();
  ServedBoard board(options.machine);
  const BoardView view = lay_over(board.tree());
  for (const std::string& path : view.absent) context.info(path + ": this machine has no such file to show it at");
  std::optional<io::Output> missing;
  if (!options.missing.empty()) missing = io::Output::to_file(options.missing);
  cli::SideFile record(context, options.record, access_rows().kind());
  BoardServer server(board, context.signals, {missing ? &*missing : nullptr, record ? &record.rows() : nullptr});
  enter_private_mounts();
  UnservedMount mount = mount_unserved();
  server.serve_on(std::move(mount.device));
  show_vendor_commands(data_folder("l4t"));
  show_board(mount.directory, view);
  return run_on_board(options, context, server);
}

}  // namespace

cli::Subcommand run_subcommand() {
  cli::Subcommand running =
      cli::wrapping_subcommand("run", "Run the command after -- as if this machine were an emulated board", declare,
                               run, {&access_rows().kind()});
  running.uses_root = false;  // the command finds the board at "/"
  return running;
}

}  // namespace wattline::jetsim
