// SPDX-License-Identifier: Apache-2.0
#include "cachestat/list_input.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "io/temporary_copy.hpp"

namespace wattline::cachestat {

namespace {

constexpr std::size_t kBytes = std::size_t{64} << 10;

}  // namespace

// Not blocking: opening a FIFO would wait for its writer, whatever signal comes.
ListInput::ListInput(const std::string& file, Stop stop)
    : name_(file),
      stop_(std::move(stop)),
      owned_(file == "-" ? -1 : ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)),
      fd_(file == "-" ? STDIN_FILENO : owned_.get()) {
  if (fd_ < 0) throw os_error(file, errno);
}

bool ListInput::fill() {
  bytes_.resize(kBytes);
  next_ = 0;
  for (;;) {
    stopped_ = stop_ && stop_();
    pollfd readable{fd_, POLLIN, 0};
    if (!stopped_ && ::poll(&readable, 1, kPatience_ms) <= 0) continue;
    const ssize_t n = stopped_ ? 0 : ::read(fd_, &bytes_[0], bytes_.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n < 0) throw os_error(name_, errno);
    bytes_.resize(static_cast<std::size_t>(n));
    return n > 0;
  }
}

bool ListInput::take_until(char terminator, std::size_t limit, std::string& text) {
  text.clear();
  while (next_ < bytes_.size() || fill()) {
    const char* const begin = bytes_.data() + next_;
    const std::size_t most = std::min(bytes_.size() - next_, limit - text.size());
    const auto* const end = static_cast<const char*>(std::memchr(begin, terminator, most));
    const std::size_t length = end != nullptr ? static_cast<std::size_t>(end - begin) : most;
    text.append(begin, length);
    next_ += length + (end != nullptr ? 1 : 0);
    if (end != nullptr || text.size() == limit) return true;
  }
  return false;
}

void ListInput::skip_utf8_mark() {
  peek();
  if (bytes_.compare(0, 3, "\xef\xbb\xbf") == 0) next_ = 3;
}

io::Fd copy_unless_file(const std::string& file, const Stop& stop) {
  struct stat status {};
  if (file != "-" && (::stat(file.c_str(), &status) != 0 || S_ISREG(status.st_mode))) return {};
  ListInput input(file, stop);
  return io::temporary_copy(file, [&](char* bytes, std::size_t size) {
    std::size_t n = 0;
    for (int c = 0; n < size && (c = input.get()) != ListInput::kEnd;) bytes[n++] = static_cast<char>(c);
    return n;
  });
}

}  // namespace wattline::cachestat
