// SPDX-License-Identifier: Apache-2.0
#include "measure/progress_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/pipe.hpp"
#include "io/tsv_feed.hpp"

namespace wattline::measure {

namespace {

constexpr std::size_t kMostAtOnce = 1 << 16;
constexpr int kMostLastReads = 64;  // more than pipes and terminals hold

bool are_same_file(int a, int b) {
  struct stat first {
  }, second{};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

io::Output output_to(int number, int fd) {
  const std::string name = number == STDOUT_FILENO ? "stdout" : "stderr";
  io::Fd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 3));
  if (!copy) throw os_error(name, errno);
  return io::Output::to_descriptor(name, std::move(copy));
}

}  // namespace

ProgressOutput::~ProgressOutput() {
  for (auto& stream : streams_) close(*stream);
}

void ProgressOutput::add_stream(int number, int target_fd, Terminal terminal) {
  auto stream = std::make_unique<Stream>(Stream{number, target_fd, output_to(number, target_fd), {}, {}, nullptr});
  if (terminal == Terminal::always || ::isatty(target_fd) == 1) {
    stream->terminal = std::make_unique<io::PseudoTerminal>(target_fd);
  } else {
    io::Pipe pipe;
    stream->read_end = std::move(pipe.read_end);
    stream->write_end = std::move(pipe.write_end);
  }
  streams_.push_back(std::move(stream));
}

void ProgressOutput::open(io::SpawnOptions& options, int stdout_fd, int stderr_fd, Terminal terminal) {
  finish();
  problem_.clear();
  add_stream(STDOUT_FILENO, stdout_fd, terminal);
  if (!are_same_file(stdout_fd, stderr_fd)) add_stream(STDERR_FILENO, stderr_fd, terminal);
  options.stdout_fd = streams_.front()->child_fd();
  options.stderr_fd = streams_.back()->child_fd();
}

void ProgressOutput::spawned(const io::Child& child) {
  pid_ = child.pid();
  for (auto& stream : streams_) {
    (stream->terminal ? stream->terminal->slave : stream->write_end).reset();
    pump_.watch(stream->fd(), [this, each = stream.get()] { read(*each); });
  }
}

void ProgressOutput::finish() {
  for (auto& stream : streams_) {
    stream->write_end.reset();
    for (int i = 0; i < kMostLastReads && stream->fd() >= 0 && io::readable(stream->fd()); ++i) read(*stream);
    close(*stream);
  }
  streams_.clear();
  pid_.reset();
}

// The end of a pipe is an empty read, that of a terminal EIO.
void ProgressOutput::read(Stream& stream) {
  std::string bytes(kMostAtOnce, '\0');
  const ssize_t n = ::read(stream.fd(), bytes.data(), bytes.size());
  const double now_s = to_seconds(pump_.now_ns());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) return close(stream);
  bytes.resize(static_cast<std::size_t>(n));
  const auto steps = counter_.feed(stream.number, bytes, now_s);
  pass_on(stream, bytes);
  if (stream.terminal && stream.terminal->follow(stream.target_fd) && pid_) ::kill(*pid_, SIGWINCH);
  if (steps && take_) take_(*steps);
}

// As if the command had written there itself: where that fails, its next write fails.
void ProgressOutput::pass_on(Stream& stream, const std::string& bytes) {
  try {
    stream.target.write(bytes);
  } catch (const Error& error) {
    problem_ = error.what();
  }
  if (!problem_.empty() || stream.target.reader_gone()) close(stream);
}

void ProgressOutput::close(Stream& stream) {
  if (stream.fd() < 0) return;
  pump_.forget(stream.fd());
  stream.read_end.reset();
  stream.write_end.reset();
  if (stream.terminal) {
    stream.terminal->master.reset();
    stream.terminal->slave.reset();
  }
}

}  // namespace wattline::measure
