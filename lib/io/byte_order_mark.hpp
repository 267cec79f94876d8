// SPDX-License-Identifier: Apache-2.0
// The UTF-8 byte order mark that some editors and spreadsheets write at the start of a file.
#pragma once
#include <string_view>

namespace wattline::io {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The first line of a file begins with the mark of UTF-16, which the tools do not read, or with two of its letters.
constexpr bool is_utf16(std::string_view line) {
  if (line.substr(0, 2) == "\xFF\xFE" || line.substr(0, 2) == "\xFE\xFF") return true;
  if (line.size() < 4) return false;
  const bool low_first = line[0] != 0 && line[1] == 0 && line[2] != 0 && line[3] == 0;
  return low_first || (line[0] == 0 && line[1] != 0 && line[2] == 0 && line[3] != 0);
}

// The first line of a file without it.
constexpr std::string_view without_byte_order_mark(std::string_view line) {
  return line.substr(0, kByteOrderMark.size()) == kByteOrderMark ? line.substr(kByteOrderMark.size()) : line;
}

}  // namespace wattline::io
