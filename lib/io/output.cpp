// SPDX-License-Identifier: Apache-2.0
#include "io/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <climits>

#include "base/error.hpp"
#include "io/caller.hpp"
#include "io/lock.hpp"
#include "io/named_descriptor.hpp"
#include "io/signals.hpp"
#include "io/sync.hpp"

namespace wattline::io {

namespace {

constexpr int kLookMs = 50;     // between two looks at a pipe that nobody reads, and for a stop signal
constexpr int kGraceMs = 2000;  // for the reader of a full pipe, once a stop signal came

// The first bytes of a file, `size` of them unless it is shorter.
std::string read_start(int fd, std::size_t size, const std::string& path) {
  std::string start(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t n = ::pread(fd, &start[done], size - done, static_cast<off_t>(done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw os_error(path, errno);
    if (n == 0) break;
    done += static_cast<std::size_t>(n);
  }
  start.resize(done);
  return start;
}

// A line feed where the file has become shorter.
char byte_at(int fd, off_t place, const std::string& path) {
  for (;;) {
    char byte = '\n';
    if (::pread(fd, &byte, 1, place) >= 0) return byte;
    if (errno != EINTR) throw os_error(path, errno);
  }
}

// A writer that was killed may have left half a row; the next row must not be glued to it.
off_t end_of_last_line(int fd, off_t size, const std::string& path) {
  while (size > 0 && byte_at(fd, size - 1, path) != '\n') --size;
  return size;
}

// A file whose status cannot be read is not taken for an empty one: rows would be lost.
struct stat status_of(int fd, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0) throw Error(ExitCode::io, os_error(path, errno).what());
  return status;
}

// Where the next row belongs in a file that begins like this; its size where nothing can be read back.
off_t end_of_rows(int fd, std::string_view start, const std::string& path) {
  const struct stat status = status_of(fd, path);
  if (!S_ISREG(status.st_mode) || status.st_size == 0) return status.st_size;
  const std::string found = read_start(fd, start.size(), path);
  if (start.substr(0, found.size()) != found) {
    throw data_error(path + ": does not begin as these rows do",
                     "append to a file that was written with the same columns, tags and format");
  }
  return found.size() < start.size() ? 0 : end_of_last_line(fd, status.st_size, path);
}

// Cuts a regular file off there, if it is longer.
void cut(int fd, off_t end, const std::string& path) {
  const struct stat status = status_of(fd, path);
  if (!S_ISREG(status.st_mode) || status.st_size <= end) return;
  if (::ftruncate(fd, end) != 0) throw Error(ExitCode::io, os_error(path, errno).what());
}

// Two writers would mix their rows. File systems without flock(2) have no such check.
void lock_against_writers(int fd, const std::string& path) {
  if (!S_ISREG(status_of(fd, path).st_mode) || lock_within(fd, kLockWaitMs) || errno != EWOULDBLOCK) return;
  throw Error(ExitCode::try_later, path + ": another process writes to it", "choose another file, or wait");
}

bool is_fifo(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISFIFO(status.st_mode);
}

// open(2) would wait for a reader, and no signal handler could end that.
Fd open_for_reader(const std::string& path) {
  for (;;) {
    Fd fd(::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
    if (fd) ::fcntl(fd.get(), F_SETFL, O_WRONLY);  // writes may wait
    if (fd || errno != ENXIO) return fd;
    const int stop = Signals::noted_stop();
    if (stop != 0) throw Error(static_cast<ExitCode>(signal_status(stop)), path + ": nobody reads it");
    ::poll(nullptr, 0, kLookMs);
  }
}

// Of a descriptor that the caller passed on; those that this process opened itself close on exec.
Fd duplicate(int fd, const std::string& path) {
  const int flags = ::fcntl(fd, F_GETFD);
  if (flags >= 0 && (flags & FD_CLOEXEC) != 0) throw Error(ExitCode::io, os_error(path, EBADF).what());
  Fd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (!copy) throw Error(ExitCode::io, os_error(path, errno).what());
  return copy;
}

// As many whole rows as a pipe takes at once, or a part of a longer one.
std::size_t part_for_pipe(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text.size();
  const std::size_t line_feed = text.rfind('\n', PIPE_BUF - 1);
  return line_feed == std::string_view::npos ? PIPE_BUF : line_feed + 1;
}

bool is_pipe(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

Output::Output(std::string name, Fd fd, int raw_fd, std::string* target)
    : name_(std::move(name)), owned_(std::move(fd)), fd_(raw_fd), is_pipe_(is_pipe(raw_fd)), target_(target) {}

Output Output::to_stdout() {
  return Output("stdout", Fd(), STDOUT_FILENO, nullptr);
}
Output Output::to_string(std::string& target) {
  return Output("string", Fd(), -1, &target);
}

Output Output::open_file(const std::string& path, int flags) {
  const AsCaller rights;
  Fd fd = is_fifo(path) ? open_for_reader(path) : Fd(::open(path.c_str(), flags | O_CREAT | O_CLOEXEC, 0666));
  const int error = errno;
  if (!fd) throw Error(ExitCode::io, os_error(path, error).what(), refused_hint(error));
  lock_against_writers(fd.get(), path);
  return to_descriptor(path, std::move(fd));
}

Output Output::to_descriptor(const std::string& name, Fd fd) {
  const int raw = fd.get();
  return Output(name, std::move(fd), raw, nullptr);
}

// Emptied only when no other process writes to it.
Output Output::to_file(const std::string& path) {
  if (const auto fd = named_descriptor(path)) return to_descriptor(path, duplicate(*fd, path));
  Output file = open_file(path, O_WRONLY);
  cut(file.fd(), 0, path);
  return file;
}

Output Output::append_to(const std::string& path, std::string_view start) {
  Output file = open_file(path, O_RDWR | O_APPEND);
  cut(file.fd(), end_of_rows(file.fd(), start, path), path);
  const auto fd = named_descriptor(path);
  if (!fd) return file;
  Output descriptor = to_descriptor(path, duplicate(*fd, path));  // others that write to it share its offset
  ::lseek(descriptor.fd(), 0, SEEK_END);
  return descriptor;
}

// A write to a full pipe would wait for its reader, whatever signal comes.
void Output::wait_for_reader() const {
  pollfd polled{fd_, POLLOUT, 0};
  for (int waited_ms = 0; ::poll(&polled, 1, kLookMs) <= 0;) {
    if (Signals::noted_stop() != 0) waited_ms += kLookMs;
    if (waited_ms >= kGraceMs) throw Error(ExitCode::io, name_ + ": its reader takes no more rows");
  }
}

void Output::check_append(const std::string& path, std::string_view start) {
  const AsCaller rights;
  const Fd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (fd) end_of_rows(fd.get(), start, path);
}

// Of a pipe: a write of PIPE_BUF or less would not wait, or would end with EPIPE.
bool Output::has_room() const {
  pollfd polled{fd_, POLLOUT, 0};
  return ::poll(&polled, 1, 0) != 0;
}

void Output::write(std::string_view text) {
  for (;;) {
    text.remove_prefix(write_at_once(text));
    if (text.empty() || reader_gone_) return;
    wait_for_reader();
  }
}

std::size_t Output::write_at_once(std::string_view text) {
  if (target_ != nullptr) {
    target_->append(text);
    return text.size();
  }
  std::size_t done = 0;
  while (done < text.size() && !reader_gone_ && (!is_pipe_ || has_room())) {
    const std::size_t size = is_pipe_ ? part_for_pipe(text.substr(done)) : text.size() - done;
    const ssize_t n = ::write(fd_, text.data() + done, size);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EPIPE) {
      reader_gone_ = true;
    } else if (errno != EINTR) {
      const int error = errno;
      cut_half_row(text.substr(0, done));
      throw Error(ExitCode::io, os_error(name_, error).what());
    }
  }
  return done;
}

// A disk that is full took a part of a row: the file ends with the last whole one. Another process may have written to
// standard output behind this part; then it stays.
void Output::cut_half_row(std::string_view written) {
  const std::size_t line_feed = written.rfind('\n');
  const std::size_t torn = line_feed == std::string_view::npos ? written.size() : written.size() - line_feed - 1;
  const off_t end = ::lseek(fd_, 0, SEEK_CUR);
  struct stat status {};
  if (torn == 0 || ::fstat(fd_, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size != end) return;
  const off_t whole = end - static_cast<off_t>(torn);
  if (::ftruncate(fd_, whole) == 0) ::lseek(fd_, whole, SEEK_SET);
}

void Output::sync() {
  const int error = fd_ >= 0 ? sync_data(fd_) : 0;
  if (error != 0) throw Error(ExitCode::io, os_error(name_, error).what());
}

bool Output::is_named_file() const {
  const bool is_descriptor = named_descriptor(name_) || name_.rfind("/proc/", 0) == 0;
  return !is_descriptor && S_ISREG(status_of(fd_, name_).st_mode);
}

long long Output::size() const {
  if (!owned_) return 0;
  const struct stat status = status_of(fd_, name_);
  return S_ISREG(status.st_mode) ? status.st_size : 0;
}

}  // namespace wattline::io
