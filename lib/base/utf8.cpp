// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

namespace wattline {

namespace {

bool is_continuation(unsigned byte) {
  return (byte & 0xC0U) == 0x80U;
}

}  // namespace

std::size_t utf8_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned lead = byte(0), second = byte(1);
  if (lead < 0x80) return text.empty() ? 0 : 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90)) return 0;    // overlong forms
  if ((lead == 0xED && second >= 0xA0) || (lead == 0xF4 && second >= 0x90)) return 0;  // no characters
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  for (std::size_t i = 1; i < size; ++i) {
    if (!is_continuation(byte(i))) return 0;
  }
  return size;
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t size = utf8_size(text);
    valid += size > 0 ? text.substr(0, size) : "\xEF\xBF\xBD";
    text.remove_prefix(size > 0 ? size : 1);
  }
  return valid;
}

}  // namespace wattline
