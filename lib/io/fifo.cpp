// SPDX-License-Identifier: Apache-2.0
#include "io/fifo.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>

#include "base/error.hpp"

namespace wattline::io {

namespace {

// A write to a pipe without a reader raises SIGPIPE in the writing thread: held back, and taken off if it came.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~WithoutSigpipe() {
    const timespec at_once{};
    while (::sigtimedwait(&pipe_, nullptr, &at_once) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_, before_;
};

}  // namespace

Fd open_fifo(const std::string& path, int flags) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw os_error(path, errno);
  if (!S_ISFIFO(status.st_mode)) {
    throw usage_error(path + ": not a FIFO", "create it with mkfifo, or let powerlog create it under a new name");
  }
  Fd fd(::open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC));
  if (!fd && errno == ENXIO) {
    throw unavailable(path + ": nobody reads it", "start the powerlog that reads these marks first");
  }
  if (!fd) throw os_error(path, errno);
  return fd;
}

MarkWriter::MarkWriter(const std::string& path) : fd_(open_fifo(path, O_WRONLY)) {}

int MarkWriter::write(std::string_view label) {
  const WithoutSigpipe guard;
  const std::string line = std::string(label) + "\n";
  return ::write(fd_.get(), line.data(), line.size()) < 0 ? errno : 0;
}

}  // namespace wattline::io
