// SPDX-License-Identifier: Apache-2.0
#include "jetsim/fuse/mount_daemon.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "io/pipe.hpp"

namespace wattline::jetsim {

namespace {

void write_all(int fd, const std::string& text) {
  if (::write(fd, text.data(), text.size()) < 0) return;  // the parent is gone
}

void detach_streams() {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(null, fd);
  ::close(null);
}

// The daemon reports to its parent how the mount went: "ok", or status, problem and hint as lines.
[[noreturn]] void run_daemon(const Serve& serve, int report) {
  ::setsid();
  if (::chdir("/") != 0) ::_exit(to_int(ExitCode::software));
  try {
    serve([&] {
      write_all(report, "ok\n");
      ::close(std::exchange(report, -1));
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

}  // namespace

MountDaemon::MountDaemon(const Serve& serve) : pid_(::fork()) {
  if (pid_ < 0) throw os_error("fork", errno);
  if (pid_ == 0) {
    report_.read_end.reset();
    run_daemon(serve, report_.write_end.get());
  }
  report_.write_end.reset();
}

void MountDaemon::wait_until_ready() const {
  check_report(read_all(report_.read_end.get()));
}

void serve_mount(bool foreground, const Serve& serve) {
  if (foreground) {
    serve([] {});
  } else {
    MountDaemon(serve).wait_until_ready();
  }
}

}  // namespace wattline::jetsim
