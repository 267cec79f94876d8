// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/filesystem.hpp>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "io/fd.hpp"
#include "io/root.hpp"
#include "io/system_clock.hpp"
#include "jetsim/board_tree.hpp"
#include "jetsim/fuse_server.hpp"
#include "jetsim/jetsim.hpp"

namespace wattline::jetsim {

namespace fs = boost::filesystem;

namespace {

constexpr int kHostTick_ms = 50;

MachineOptions machine_options(const Options& options) {
  MachineOptions chosen;
  chosen.board = options.board;
  chosen.kernel = options.kernel;
  chosen.follow_host = options.load == "host";
  chosen.ideal_sensors = options.ideal_sensors;
  chosen.time_scale = options.time_scale;
  chosen.seed = options.seed;
  return chosen;
}

// A copy of a mounted tree is none.
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
  const std::string take_down = "take it down with `jetsim umount " + directory + "`";
  if (error == boost::system::errc::not_connected)
    throw Error(ExitCode::try_later, directory + ": a jetsim that was killed left its mount", take_down);
  if (error) throw unavailable(directory + ": " + error.message());
  if (const auto mounted = io::Root(path).emulation(); mounted && !mounted->board.empty() && is_mount_point(path))
    throw Error(ExitCode::try_later, directory + ": an emulated " + mounted->board + " is mounted there already",
                take_down + " for another one");
  if (!fs::is_directory(path) || !fs::is_empty(path)) throw unavailable(directory + ": not an empty directory");
  return path.string();
}

// Serves until unmounted. `ready` is called when the tree answers.
void serve_board(const Options& options, const std::string& directory, io::Signals& signals,
                 std::function<void()> ready) {
  io::Emulation emulation;
  emulation.time_scale = options.time_scale;
  emulation.origin_mono_ns = io::SystemClock().mono_ns();
  io::SystemClock clock(emulation);
  Machine machine(machine_options(options), clock);
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
  if (::write(fd, text.data(), text.size()) < 0) return;  // the parent is gone: nobody to tell
}

void detach_streams() {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, fd);
  ::close(null);
}

// The daemon tells its parent how the mount went: "ok", or status, problem and hint as lines.
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
  if (second == std::string::npos) throw Error(ExitCode::software, "jetsim: the daemon ended without a word");
  throw Error(static_cast<ExitCode>(std::atoi(report.c_str())), report.substr(first + 1, second - first - 1),
              report.substr(second + 1, report.size() - second - 2));
}

}  // namespace

int mount(const Options& options, cli::Context& context) {
  const BoardSpec checked(options.board);  // a wrong name is reported before anything is mounted
  if (!options.kernel.empty()) kernel_rules(options.kernel);
  const std::string directory = mount_point(options.directory);
  check_fuse();
  if (options.foreground) {
    serve_board(options, directory, context.signals, [] {});
    return to_int(ExitCode::ok);
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw os_error("pipe", errno);
  const pid_t child = ::fork();
  if (child < 0) throw os_error("fork", errno);
  if (child == 0) {
    ::close(ends[0]);
    run_daemon(options, directory, context.signals, ends[1]);
  }
  ::close(ends[1]);
  const io::Fd reports(ends[0]);
  check_report(read_all(reports.get()));
  return to_int(ExitCode::ok);
}

}  // namespace wattline::jetsim
