// SPDX-License-Identifier: Apache-2.0
#include "io/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <cerrno>
#include <climits>

#include "base/error.hpp"
#include "io/signals.hpp"
#include "io/sync.hpp"

namespace wattline::io {

namespace {

constexpr int kLookMs = 50;     // between two looks at a pipe that nobody reads, and for a stop signal
constexpr int kGraceMs = 2000;  // for the reader of a full pipe, once a stop signal came
constexpr const char* kOpenHint = "name a file that can be written, in a folder that exists";

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

// A writer that was killed may have left half a row; the next row must not be glued to it.
off_t end_of_last_line(int fd, off_t size) {
  char last = '\n';
  while (size > 0 && ::pread(fd, &last, 1, size - 1) == 1 && last != '\n') --size;
  return size;
}

// The file is looked at first and changed only when it is known to hold rows below this header.
void cut_torn_line(int fd, std::string_view header, const std::string& path) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return;
  const std::string start = read_start(fd, header.size(), path);
  if (header.substr(0, start.size()) != start) {
    throw data_error(path + ": its first line is not the header of these rows",
                     "append to a file that was written with the same columns and tags");
  }
  const off_t end = start.size() < header.size() ? 0 : end_of_last_line(fd, status.st_size);
  if (end < status.st_size && ::ftruncate(fd, end) != 0) throw Error(ExitCode::io, os_error(path, errno).what());
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

// As many whole rows as a pipe takes at once, or a part of a longer one.
std::size_t part_for_pipe(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text.size();
  const std::size_t line_feed = text.rfind('\n', PIPE_BUF - 1);
  return line_feed == std::string_view::npos ? PIPE_BUF : line_feed + 1;
}

}  // namespace

Output Output::to_stdout() {
  return Output("stdout", Fd(), STDOUT_FILENO, nullptr);
}
Output Output::to_string(std::string& target) {
  return Output("string", Fd(), -1, &target);
}

Output Output::open_file(const std::string& path, int flags) {
  Fd fd = is_fifo(path) ? open_for_reader(path) : Fd(::open(path.c_str(), flags | O_CREAT | O_CLOEXEC, 0666));
  if (!fd) throw Error(ExitCode::io, os_error(path, errno).what(), kOpenHint);
  const int raw = fd.get();
  return Output(path, std::move(fd), raw, nullptr);
}

Output Output::to_file(const std::string& path) {
  return open_file(path, O_WRONLY | O_TRUNC);
}

Output Output::append_to(const std::string& path, std::string_view header) {
  Output file = open_file(path, O_RDWR | O_APPEND);
  cut_torn_line(file.fd(), header, path);
  return file;
}

// A write to a full pipe would wait for its reader, whatever signal comes.
void Output::wait_for_reader() const {
  pollfd polled{fd_, POLLOUT, 0};
  for (int waited_ms = 0; ::poll(&polled, 1, kLookMs) <= 0;) {
    if (Signals::noted_stop() != 0) waited_ms += kLookMs;
    if (waited_ms >= kGraceMs) throw Error(ExitCode::io, name_ + ": its reader takes no more rows");
  }
}

void Output::write(std::string_view text) {
  if (target_ != nullptr) {
    target_->append(text);
    return;
  }
  struct stat status {};
  const bool to_pipe = ::fstat(fd_, &status) == 0 && S_ISFIFO(status.st_mode);
  std::size_t done = 0;
  while (done < text.size() && !reader_gone_) {
    if (to_pipe) wait_for_reader();
    const std::size_t size = to_pipe ? part_for_pipe(text.substr(done)) : text.size() - done;
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
}

// A disk that is full took a part of a row: the file ends with the last whole one.
void Output::cut_half_row(std::string_view written) {
  const std::size_t line_feed = written.rfind('\n');
  const std::size_t torn = line_feed == std::string_view::npos ? written.size() : written.size() - line_feed - 1;
  if (owned_ && torn > 0 && ::ftruncate(fd_, size() - static_cast<off_t>(torn)) != 0) return;  // not a regular file
}

void Output::sync() {
  const int error = fd_ >= 0 ? sync_data(fd_) : 0;
  if (error != 0) throw Error(ExitCode::io, os_error(name_, error).what());
}

long long Output::size() const {
  struct stat status {};
  return owned_ && ::fstat(fd_, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : 0;
}

}  // namespace wattline::io
