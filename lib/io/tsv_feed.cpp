// SPDX-License-Identifier: Apache-2.0
#include "io/tsv_feed.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/input.hpp"

namespace wattline::io {

void TsvFeed::append(std::string_view text) {
  buffer_.erase(0, taken_);
  taken_ = 0;
  if (buffer_.size() > kMostInLine) {
    throw data_error(name_ + ": line " + std::to_string(line_number_ + 1) + " is longer than 16 MiB");
  }
  buffer_.append(text);
}

bool TsvFeed::pump(int fd) {
  append({});
  char chunk[1 << 16];
  const ssize_t n = ::read(fd, chunk, sizeof chunk);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (n < 0) throw os_error(name_, errno);
  buffer_.append(chunk, static_cast<std::size_t>(n));
  return n > 0;
}

bool TsvFeed::next_line() {
  const std::size_t stop = buffer_.find('\n', taken_);
  if (stop == std::string::npos) return false;
  ++line_number_;
  line_ = without_marks(std::string_view(buffer_).substr(taken_, stop - taken_));
  taken_ = stop + 1;
  return true;
}

void TsvFeed::take_header() {
  if (is_text_before_header(line_)) return;
  if (line_.empty()) throw data_error(name_ + ": no header line", "rows start with a line of column names");
  set_names(line_);
}

bool TsvFeed::next() {
  while (next_line()) {
    if (!has_header()) {
      take_header();
      continue;
    }
    fields_ = split(line_, '\t');
    if (is_text(line_, fields_.size())) continue;
    check_fields(fields_.size());
    return true;
  }
  return false;
}

void TsvFeed::end_header() {
  if (!has_header() && !likely_header().empty()) set_names(likely_header());
}

bool readable(int fd) {
  pollfd polled{fd, POLLIN, 0};
  return ::poll(&polled, 1, 0) > 0;
}

}  // namespace wattline::io
