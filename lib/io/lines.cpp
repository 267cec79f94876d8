// SPDX-License-Identifier: Apache-2.0
#include "io/lines.hpp"

#include <cerrno>

#include "base/error.hpp"
#include "io/byte_order_mark.hpp"

namespace wattline::io {

namespace {
constexpr std::size_t kMaxLine = std::size_t{1} << 24;
}

LineReader::LineReader(const std::string& path)
    : name_(path == "-" ? "stdin" : path), file_(path == "-" ? stdin : std::fopen(path.c_str(), "re")) {
  if (file_ == nullptr) throw os_error(path, errno);
}

LineReader::~LineReader() {
  if (file_ != stdin) std::fclose(file_);
}

bool LineReader::next(std::string_view& line) {
  line_.clear();
  int c = std::getc(file_);
  for (; c != EOF && c != '\n'; c = std::getc(file_)) {
    if (line_.size() < kMaxLine) line_ += static_cast<char>(c);
  }
  if (std::ferror(file_) != 0) throw Error(ExitCode::io, os_error(name_, errno).what());
  if (c == EOF) {
    torn_ = torn_ || !line_.empty();
    return false;
  }
  if (!line_.empty() && line_.back() == '\r') line_.pop_back();
  ++number_;
  line = number_ == 1 ? without_byte_order_mark(line_) : line_;
  return true;
}

}  // namespace wattline::io
