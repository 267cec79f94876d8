// SPDX-License-Identifier: Apache-2.0
#include "io/passed_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "base/error.hpp"
#include "io/pipe.hpp"
#include "io/tsv_feed.hpp"

namespace wattline::io {

namespace {

constexpr std::size_t kMostAtOnce = 1 << 16;
constexpr int kMostLastReads = 64;  // more than pipes and terminals hold

bool are_same_file(int a, int b) {
  struct stat first {
  }, second{};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

Output output_to(int number, int fd) {
  const std::string name = number == STDOUT_FILENO ? "stdout" : "stderr";
  Fd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
  if (!copy) throw os_error(name, errno);
  return Output::to_descriptor(name, std::move(copy));
}

}  // namespace

void PassedOutput::add_stream(int number, int target_fd, Terminal terminal) {
  auto stream = std::make_unique<Stream>(Stream{number, target_fd, output_to(number, target_fd), {}, {}, nullptr});
  if (terminal == Terminal::always || ::isatty(target_fd) == 1) {
    stream->terminal = std::make_unique<PseudoTerminal>(target_fd);
  } else {
    Pipe pipe;
    stream->read_end = std::move(pipe.read_end);
    stream->write_end = std::move(pipe.write_end);
  }
  streams_.push_back(std::move(stream));
}

void PassedOutput::open(SpawnOptions& options, int stdout_fd, int stderr_fd, Terminal terminal) {
  problem_.clear();
  add_stream(STDOUT_FILENO, stdout_fd, terminal);
  if (!are_same_file(stdout_fd, stderr_fd)) add_stream(STDERR_FILENO, stderr_fd, terminal);
  options.stdout_fd = streams_.front()->child_fd();
  options.stderr_fd = streams_.back()->child_fd();
}

void PassedOutput::spawned(const Child& child) {
  pid_ = child.pid();
  for (auto& stream : streams_) (stream->terminal ? stream->terminal->slave : stream->write_end).reset();
}

std::vector<int> PassedOutput::fds() const {
  std::vector<int> fds;
  for (const auto& stream : streams_) {
    if (stream->fd() >= 0) fds.push_back(stream->fd());
  }
  return fds;
}

bool PassedOutput::read(int fd, const Take& take) {
  for (auto& stream : streams_) {
    if (stream->fd() != fd) continue;
    read(*stream, take);
    return stream->fd() >= 0;
  }
  return false;
}

// The end of a pipe is an empty read, that of a terminal EIO.
void PassedOutput::read(Stream& stream, const Take& take) {
  std::string bytes(kMostAtOnce, '\0');
  const ssize_t n = ::read(stream.fd(), bytes.data(), bytes.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) return close(stream);
  bytes.resize(static_cast<std::size_t>(n));
  take(stream.number, bytes);
  pass_on(stream, bytes);
  if (stream.terminal && stream.terminal->follow(stream.target_fd) && pid_) ::kill(*pid_, SIGWINCH);
}

// As if the command had written there itself: where that fails, its next write fails.
void PassedOutput::pass_on(Stream& stream, const std::string& bytes) {
  try {
    stream.target.write(bytes);
  } catch (const Error& error) {
    problem_ = error.what();
  }
  if (!problem_.empty() || stream.target.reader_gone()) close(stream);
}

void PassedOutput::finish(const Take& take) {
  for (auto& stream : streams_) {
    stream->write_end.reset();
    for (int i = 0; i < kMostLastReads && stream->fd() >= 0 && readable(stream->fd()); ++i) read(*stream, take);
  }
  close();
}

void PassedOutput::close() {
  for (auto& stream : streams_) close(*stream);
  streams_.clear();
  pid_.reset();
}

void PassedOutput::close(Stream& stream) {
  stream.read_end.reset();
  stream.write_end.reset();
  if (stream.terminal) {
    stream.terminal->master.reset();
    stream.terminal->slave.reset();
  }
}

}  // namespace wattline::io
