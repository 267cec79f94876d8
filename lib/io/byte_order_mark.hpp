// SPDX-License-Identifier: Apache-2.0
// The UTF-8 byte order mark that some editors and spreadsheets write at the start of a file.
#pragma once
#include <string_view>

namespace wattline::io {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The first line of a file without it.
constexpr std::string_view without_byte_order_mark(std::string_view line) {
  return line.substr(0, kByteOrderMark.size()) == kByteOrderMark ? line.substr(kByteOrderMark.size()) : line;
}

}  // namespace wattline::io
