// SPDX-License-Identifier: Apache-2.0
#include "io/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/error.hpp"
#include "io/sync.hpp"

namespace wattline::io {

namespace {

// A writer that was killed may have left half a row; the next row must not be glued to it.
void drop_torn_line(int fd) {
  off_t end = ::lseek(fd, 0, SEEK_END);
  const off_t size = end;
  char last = '\n';
  while (end > 0 && ::pread(fd, &last, 1, end - 1) == 1 && last != '\n') --end;
  if (end < size && ::ftruncate(fd, end) != 0) return;  // readers drop it too
}

}  // namespace

Output Output::to_stdout() {
  return Output("stdout", Fd(), STDOUT_FILENO, nullptr);
}
Output Output::to_string(std::string& target) {
  return Output("string", Fd(), -1, &target);
}

Output Output::to_file(const std::string& path, bool append) {
  const int mode = append ? O_APPEND : O_TRUNC;
  Fd fd(::open(path.c_str(), (append ? O_RDWR : O_WRONLY) | O_CREAT | O_CLOEXEC | mode, 0666));
  if (!fd)
    throw Error(ExitCode::io, os_error(path, errno).what(), "name a file that can be written, in a folder that exists");
  if (append) drop_torn_line(fd.get());
  const int raw = fd.get();
  return Output(path, std::move(fd), raw, nullptr);
}

void Output::write(std::string_view text) {
  if (target_ != nullptr) {
    target_->append(text);
    return;
  }
  std::size_t done = 0;
  while (done < text.size() && !reader_gone_) {
    const ssize_t n = ::write(fd_, text.data() + done, text.size() - done);
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
