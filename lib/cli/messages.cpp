// SPDX-License-Identifier: Apache-2.0
#include "cli/messages.hpp"

#include <string_view>

#include "base/parse.hpp"
#include "base/utf8.hpp"

namespace wattline::cli {

namespace {

// What follows the prefix in a line that has it, as "pmode: error: TEXT" or "error: TEXT".
bool take_text(std::string_view line, std::string_view prefix, std::string& text) {
  const std::size_t start = line.find(prefix);
  if (start == std::string_view::npos) return false;
  text = std::string(trim(line.substr(start + prefix.size())));
  return true;
}

// How many bytes of the front are one printable character of UTF-8; 0 when they are none.
std::size_t printable_size(std::string_view text) {
  const std::size_t size = utf8_size(text);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const bool is_control = size == 1 && (byte(0) < ' ' || byte(0) == 0x7F);
  const bool is_high_control = size == 2 && byte(0) == 0xC2 && byte(1) < 0xA0;  // U+0080 to U+009F
  return is_control || is_high_control ? 0 : size;
}

std::string escaped(char c) {
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  constexpr const char* kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("\\x") + kDigits[byte >> 4U] + kDigits[byte & 15U];
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = printable_size(text);
    if (size > 0) result += text.substr(0, size);
    if (size == 0) result += escaped(text.front());
    text.remove_prefix(size > 0 ? size : 1);
  }
  return result;
}

std::string problem_in(const std::string& messages) {
  std::string text = error_in(messages), hint;
  for (const std::string_view line : split(messages, '\n')) {
    if (take_text(line, kHintPrefix, hint)) return text + ": " + hint;
  }
  return text;
}

std::string error_in(const std::string& messages) {
  std::string text, last;
  for (const std::string_view line : split(messages, '\n')) {
    if (take_text(line, kErrorPrefix, text)) return text;
    std::string hint;
    if (!trim(line).empty() && !take_text(line, kHintPrefix, hint)) last = std::string(trim(line));
  }
  return last;
}

std::vector<std::string> warnings_in(const std::string& messages) {
  std::vector<std::string> warnings;
  for (const std::string_view line : split(messages, '\n')) {
    std::string text;
    if (take_text(line, kWarningPrefix, text)) warnings.push_back(text);
  }
  return warnings;
}

}  // namespace wattline::cli
