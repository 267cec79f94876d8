// SPDX-License-Identifier: Apache-2.0
#include "platform/load/logged_line.hpp"

#include <cctype>

namespace wattline::platform {

namespace {

// ESC [ ... letter
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b') {
      plain += text[i];
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == '[') ++i;
    while (i + 1 < text.size() && std::isalpha(static_cast<unsigned char>(text[++i])) == 0) {
    }
  }
  return plain;
}

// What a backslash and the characters behind it stand for, taken off the front: an escape of a colour, or a blank.
char take_escaped(std::string_view& text) {
  const bool is_code = text.front() == 'u' && text.size() >= 5;
  const bool is_colour = is_code && (text.substr(1, 4) == "001b" || text.substr(1, 4) == "001B");
  const bool is_itself = text.front() == '"' || text.front() == '\\' || text.front() == '/';
  const char character = is_colour ? '\x1b' : is_itself ? text.front() : ' ';
  text.remove_prefix(is_code ? 5 : 1);
  return character;
}

// The string of a member; empty if there is none.
std::string member(std::string_view object, std::string_view name) {
  const std::string key = "\"" + std::string(name) + "\"";
  const std::size_t at = object.find(key);
  if (at == std::string_view::npos) return "";
  object.remove_prefix(at + key.size());
  const std::size_t begin = object.find_first_not_of(" :");
  if (begin == std::string_view::npos || object[begin] != '"') return "";
  object.remove_prefix(begin + 1);
  std::string value;
  while (!object.empty() && object.front() != '"') {
    const char character = object.front();
    object.remove_prefix(1);
    value += character == '\\' && !object.empty() ? take_escaped(object) : character;
  }
  return value;
}

}  // namespace

std::string logged_line(std::string_view text) {
  if (text.substr(0, 1) != "{") return without_escapes(text);
  std::string time = member(text, "__REALTIME_TIMESTAMP"), message = member(text, "MESSAGE");
  if (message.empty()) {
    time = member(text, "time");
    message = member(text, "log");
  }
  return without_escapes(time + " " + message);
}

}  // namespace wattline::platform
