// SPDX-License-Identifier: Apache-2.0
#include "io/tsv_reader.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/csv.hpp"
#include "io/input.hpp"

namespace wattline::io {

namespace {

// Without blanks and then quotes around it.
std::string_view unquoted(std::string_view field) {
  field = trim(field);
  const bool is_quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
  return is_quoted ? field.substr(1, field.size() - 2) : field;
}

}  // namespace

TsvReader::TsvReader(const std::string& path) : TsvReader(open_input(path), input_name(path)) {}

TsvReader::TsvReader(Fd fd, std::string name) : TsvReader(std::move(fd), std::move(name), Kind::ours) {}

TsvReader TsvReader::empty_allowed(const std::string& path) {
  return TsvReader(open_input(path), input_name(path), Kind::ours_or_empty);
}

TsvReader TsvReader::printed(const std::string& path) {
  Fd fd = open_input(path);
  const Kind kind = is_regular(fd.get()) ? Kind::printed_file : Kind::printed;
  return TsvReader(std::move(fd), input_name(path), kind);
}

TsvReader TsvReader::printed(Fd fd, std::string name) {
  return TsvReader(std::move(fd), std::move(name), Kind::printed);
}

TsvReader TsvReader::mapped(const std::string& path, const ColumnMap& map) {
  TsvReader reader(open_input(path), input_name(path), Kind::foreign);
  reader.map_columns(map);
  return reader;
}

TsvReader::TsvReader(Fd fd, std::string name, Kind kind) : TsvRow(std::move(name)), fd_(std::move(fd)) {
  pass_text(kind == Kind::printed);
  if (kind == Kind::printed_file) text_hint_ = "in a pipe, lines that are no rows are passed over: cat FILE | ...";
  std::string_view header;
  const bool found = next_header(header);
  if (!found && !torn_ && kind == Kind::ours_or_empty) return;
  if (!found || header.empty()) {
    throw data_error(name_ + ": no header line", "a TSV file starts with a line of column names");
  }
  may_be_quoted_ = kind == Kind::foreign;
  if (may_be_quoted_) separator_ = separator_of(header);
  set_names(header, separator_);
  if (may_be_quoted_) {
    for (std::string& column : names_) column = std::string(unquoted(column));
  }
  fields_.resize(names_.size());
}

bool TsvReader::next_header(std::string_view& line) {
  while (next_line(line)) {
    if (!is_text_before_header(line)) return true;
  }
  line = likely_header();
  return !line.empty();
}

bool TsvReader::next() {
  std::string_view line;
  while (next_line(line)) {
    const std::size_t count = split_fields(line);
    if (is_text(line, count)) continue;
    check_fields(count);
    return true;
  }
  return false;
}

std::size_t TsvReader::split_fields(std::string_view line) {
  const char* start = line.data();
  const char* const end = start + line.size();
  for (std::size_t count = 0;; ++count) {
    const auto* mark = static_cast<const char*>(std::memchr(start, separator_, static_cast<std::size_t>(end - start)));
    const char* stop = mark != nullptr ? mark : end;
    if (count < fields_.size()) fields_[count] = std::string_view(start, static_cast<std::size_t>(stop - start));
    if (may_be_quoted_ && count < fields_.size()) fields_[count] = unquoted(fields_[count]);
    if (mark == nullptr) return count + 1;
    start = mark + 1;
  }
}

bool TsvReader::next_line(std::string_view& line) {
  std::size_t searched = begin_;
  for (;;) {
    const void* found = std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    if (found != nullptr) {
      const auto stop = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      ++line_number_;
      line = without_marks(std::string_view(buffer_).substr(begin_, stop - begin_));
      begin_ = stop + 1;
      return true;
    }
    if (end_of_file_) {
      torn_ = torn_ || begin_ < end_;
      return false;
    }
    // Move the unread part to the front and read on behind it.
    std::memmove(&buffer_[0], buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    searched = end_;
    begin_ = 0;
    if (end_ > kMostInLine)
      throw data_error(name_ + ": line " + std::to_string(line_number_ + 1) + " is longer than 16 MiB");
    if (buffer_.size() < end_ + kReadBytes) buffer_.resize(end_ + kReadBytes);
    const std::size_t n = read_input(fd_.get(), &buffer_[end_], buffer_.size() - end_, name_);
    end_of_file_ = n == 0;
    end_ += n;
  }
}

std::optional<ClockColumn> find_clock(const std::vector<std::string>& names, std::string_view stem) {
  static constexpr struct {
    const char* suffix;
    double hz;
  } kUnits[] = {{"_hz", 1}, {"_khz", 1e3}, {"_mhz", 1e6}, {"_ghz", 1e9}};
  for (const auto& unit : kUnits) {
    const auto found = std::find(names.begin(), names.end(), std::string(stem) + unit.suffix);
    if (found != names.end()) return ClockColumn{static_cast<std::size_t>(found - names.begin()), unit.hz};
  }
  return std::nullopt;
}

void TsvReader::require_whole() const {
  if (torn_) throw data_error(name_ + ": the last line is incomplete");
}

}  // namespace wattline::io
