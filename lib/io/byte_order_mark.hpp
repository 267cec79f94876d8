// SPDX-License-Identifier: Apache-2.0
// The UTF-8 byte order mark that some editors and spreadsheets write at the start of a file.
#pragma once
#include <string_view>

namespace wattline::io {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The first line of a file begins with the mark of UTF-16, which the tools do not read.
constexpr bool is_utf16(std::string_view line) {
  return line.substr(0, 2) == "\xFF\xFE" || line.substr(0, 2) == "\xFE\xFF";
}

// The first line of a file without it.
constexpr std::string_view without_byte_order_mark(std::string_view line) {
  return line.substr(0, kByteOrderMark.size()) == kByteOrderMark ? line.substr(kByteOrderMark.size()) : line;
}

}  // namespace wattline::io
