// SPDX-License-Identifier: Apache-2.0
#include "io/json_text.hpp"

#include "base/utf8.hpp"

namespace wattline::io {

namespace {

void append_escaped_character(std::string& target, char c) {
  constexpr const char* kDigits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    target += {'\\', c};
  } else if (c == '\t') {
    target += "\\t";
  } else if (c == '\n') {
    target += "\\n";
  } else if (c == '\r') {
    target += "\\r";
  } else if (byte < ' ') {
    target += {'\\', 'u', '0', '0', kDigits[byte >> 4U], kDigits[byte & 15U]};
  } else {
    target += c;
  }
}

// Takes the digits from the front of the text; false when there are none.
bool take_digits(std::string_view& text) {
  const std::size_t size = text.find_first_not_of("0123456789");
  const std::size_t count = size == std::string_view::npos ? text.size() : size;
  text.remove_prefix(count);
  return count > 0;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

void append_json_string(std::string& target, std::string_view text) {
  target += '"';
  for (const char c : valid_utf8(text)) append_escaped_character(target, c);
  target += '"';
}

bool is_json_number(std::string_view text) {
  take(text, "-");
  if (!take(text, "0") && !take_digits(text)) return false;
  if (take(text, ".") && !take_digits(text)) return false;
  if (take(text, "eE")) {
    take(text, "+-");
    if (!take_digits(text)) return false;
  }
  return text.empty();
}

}  // namespace wattline::io
