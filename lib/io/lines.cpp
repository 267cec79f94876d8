// SPDX-License-Identifier: Apache-2.0
#include "io/lines.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "io/byte_order_mark.hpp"
#include "io/input.hpp"

namespace wattline::io {

LineReader::LineReader(const std::string& path) : name_(input_name(path)), fd_(open_input(path)) {}

bool LineReader::fill() {
  buffer_.resize(kReadBytes);
  buffer_.resize(read_input(fd_.get(), buffer_.data(), kReadBytes, name_));
  begin_ = 0;
  return !buffer_.empty();
}

bool LineReader::next(std::string_view& line) {
  line_.clear();
  std::size_t end = buffer_.find('\n', begin_);
  while (end == std::string::npos) {
    line_.append(buffer_, begin_, std::min(buffer_.size() - begin_, kMostInLine - line_.size()));
    if (!fill()) {
      torn_ = torn_ || !line_.empty();
      return false;
    }
    end = buffer_.find('\n');
  }
  line_.append(buffer_, begin_, std::min(end - begin_, kMostInLine - line_.size()));
  begin_ = end + 1;
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  ++number_;
  if (number_ == 1 && is_utf16(line_)) {
    throw data_error(name_ + ": its text is UTF-16", "iconv converts it to UTF-8");
  }
  line = number_ == 1 ? without_byte_order_mark(line_) : line_;
  return true;
}

}  // namespace wattline::io
