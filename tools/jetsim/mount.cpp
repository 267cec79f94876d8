// SPDX-License-Identifier: Apache-2.0
// jetsim mount: serve an emulated board under a directory.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "io/fd.hpp"
#include "io/pipe.hpp"
#include "io/root.hpp"
#include "io/system_clock.hpp"
#include "jetsim/board/board_tree.hpp"
#include "jetsim/fuse/fuse_server.hpp"
#include "jetsim/jetsim.hpp"

namespace wattline::jetsim {

namespace fs = boost::filesystem;

namespace {

constexpr int kHostTick_ms = 50;

struct Options {
  std::string directory;
  EmulatedMachineOptions machine;
  bool foreground = false;
};

void declare(CLI::App& app, Options& options) {
  EmulatedMachineOptions& machine = options.machine;
  app.add_option("directory", options.directory, "Empty directory to mount on; created when it is missing")->required();
  app.add_option("--board", machine.board, "Board, such as agx-orin")->required();
  app.add_option("--kernel", machine.kernel, "Kernel generation to emulate (default: the board's own)");
  cli::add_choice(app, "--load", machine.load, {{"idle", LoadSource::idle}, {"host", LoadSource::host}},
                  "idle, or host: follow the load of this machine's processors");
  app.add_option("--time-scale", machine.time_scale, "Emulated seconds per second")
      ->check(cli::between(0.01, 10000.0))
      ->capture_default_str();
  app.add_option("--seed", machine.seed, "Seed of everything that is random")->capture_default_str();
  app.add_flag("--ideal-sensors", machine.ideal_sensors, "Sensors whose readings add up to the true energy");
  app.add_flag("-f,--foreground", options.foreground, "Stay in the foreground");
}

// False for a copy of a mounted tree.
bool is_mount_point(const fs::path& path) {
  struct stat here {
  }, above{};
  return ::stat(path.c_str(), &here) == 0 && ::stat((path / "..").c_str(), &above) == 0 && here.st_dev != above.st_dev;
}

// An absolute path, because the daemon leaves the working folder.
std::string mount_point(const std::string& directory) {
  boost::system::error_code error;
  fs::create_directories(directory, error);
  const fs::path path = fs::canonical(directory, error);
  const std::string unmount = "unmount it with `jetsim umount " + directory + "`";
  if (error == boost::system::errc::not_connected)
    throw Error(ExitCode::try_later, directory + ": a jetsim that was killed left its mount", unmount);
  if (error) throw unavailable(directory + ": " + error.message());
  if (const auto mounted = io::Root(path).emulation(); mounted && !mounted->board.empty() && is_mount_point(path))
    throw Error(ExitCode::try_later, directory + ": an emulated " + mounted->board + " is mounted there already",
                unmount + " first");
  if (!fs::is_directory(path) || !fs::is_empty(path)) throw unavailable(directory + ": not an empty directory");
  return path.string();
}

// Serves until unmounted. `ready` is called when the tree answers.
void serve_board(const Options& options, const std::string& directory, io::Signals& signals,
                 std::function<void()> ready) {
  io::Emulation emulation;
  emulation.time_scale = options.machine.time_scale;
  emulation.origin_mono_ns = io::SystemClock().mono_ns();
  io::SystemClock clock(emulation);
  EmulatedMachine machine(options.machine, clock);
  BoardTree board(machine, emulation.origin_mono_ns);
  ServerHooks hooks;
  hooks.before_access = [&machine] { machine.advance(); };
  hooks.as_other = [&machine] { return machine.faults.has("unprivileged"); };
  hooks.tick = hooks.before_access;
  hooks.tick_ms = machine.load.follows_host() ? kHostTick_ms : -1;
  hooks.ready = std::move(ready);
  serve(board.tree(), directory, hooks, signals);
}

void write_all(int fd, const std::string& text) {
  if (::write(fd, text.data(), text.size()) < 0) return;  // the parent is gone
}

void detach_streams() {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, fd);
  ::close(null);
}

// The daemon reports to its parent how the mount went: "ok", or status, problem and hint as lines.
[[noreturn]] void run_daemon(const Options& options, const std::string& directory, io::Signals& signals, int report) {
  ::setsid();
  if (::chdir("/") != 0) ::_exit(to_int(ExitCode::software));
  try {
    serve_board(options, directory, signals, [&] {
      write_all(report, "ok\n");
      ::close(report);
      detach_streams();
    });
  } catch (const Error& error) {
    write_all(report, std::to_string(to_int(error.code())) + "\n" + error.what() + "\n" + error.hint() + "\n");
    ::_exit(to_int(error.code()));
  }
  ::_exit(to_int(ExitCode::ok));
}

std::string read_all(int fd) {
  std::string text;
  char buffer[512];
  for (ssize_t n; (n = ::read(fd, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);) {
    if (n > 0) text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

// Rethrows what the daemon reported.
void check_report(const std::string& report) {
  if (report == "ok\n") return;
  const std::size_t first = report.find('\n'), second = report.find('\n', first + 1);
  if (second == std::string::npos) throw Error(ExitCode::software, "jetsim: the daemon ended without a report");
  throw Error(static_cast<ExitCode>(std::atoi(report.c_str())), report.substr(first + 1, second - first - 1),
              report.substr(second + 1, report.size() - second - 2));
}

int mount(const Options& options, cli::Context& context) {
  context.root = io::Root();  // another board in WATTLINE_ROOT would stay busy as long as this one is mounted
  const BoardSpec checked(options.machine.board);  // a wrong name is reported before anything is mounted
  if (!options.machine.kernel.empty()) kernel_rules(options.machine.kernel);
  const std::string directory = mount_point(options.directory);
  check_fuse();
  if (options.foreground) {
    serve_board(options, directory, context.signals, [] {});
    return to_int(ExitCode::ok);
  }
  io::Pipe report;
  const pid_t child = ::fork();
  if (child < 0) throw os_error("fork", errno);
  if (child == 0) {
    report.read_end.reset();
    run_daemon(options, directory, context.signals, report.write_end.get());
  }
  report.write_end.reset();
  check_report(read_all(report.read_end.get()));
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand mount_subcommand() {
  return cli::subcommand("mount", "Serve an emulated board under a directory", declare, mount);
}

}  // namespace wattline::jetsim
