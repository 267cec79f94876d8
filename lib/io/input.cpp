// SPDX-License-Identifier: Apache-2.0
#include "io/input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/confined.hpp"
#include "io/signals.hpp"

namespace wattline::io {

namespace {

constexpr int kLookMs = 100;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;

// A signal handler cannot end a read(2) that the kernel starts again.
void wait_for_input(int fd, const std::string& name) {
  pollfd polled{fd, POLLIN, 0};
  for (;;) {
    const int stop = Signals::noted_stop();
    if (stop != 0) throw Error(static_cast<ExitCode>(signal_status(stop)), name + ": stopped before its end");
    const int ready = ::poll(&polled, 1, kLookMs);
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) throw os_error(name, errno);
  }
}

}  // namespace

bool is_regular(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

std::string input_name(const std::string& path) {
  return path == "-" ? "stdin" : path;
}

Fd open_input(const std::string& path) {
  const bool is_stdin = path == "-";
  // open(2) would wait for the writer of a FIFO.
  Fd fd = is_stdin ? Fd(::dup(STDIN_FILENO)) : open_confined(path, O_RDONLY | O_NONBLOCK);
  if (!fd) throw os_error(input_name(path), errno);
  if (!is_stdin) ::fcntl(fd.get(), F_SETFL, O_RDONLY);
  return fd;
}

std::size_t read_input(int fd, char* buffer, std::size_t size, const std::string& name) {
  if (!is_regular(fd)) wait_for_input(fd, name);
  for (;;) {
    const ssize_t n = ::read(fd, buffer, size);
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) throw os_error(name, errno);
  }
}

std::string read_whole_input(const std::string& path) {
  const std::string name = input_name(path);
  const Fd fd = open_input(path);
  std::string text;
  for (std::size_t length = 0;;) {
    text.resize(length + kReadBytes);
    const std::size_t n = read_input(fd.get(), &text[length], kReadBytes, name);
    text.resize(length += n);
    if (n == 0) return text;
    if (length > kMostBytes) throw data_error(name + ": has more than 16 MiB");
  }
}

}  // namespace wattline::io
