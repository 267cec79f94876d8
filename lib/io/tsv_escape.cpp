// SPDX-License-Identifier: Apache-2.0
#include "io/tsv_escape.hpp"

#include <algorithm>

namespace wattline::io {

namespace {

bool is_special(char c) {
  return c == '\t' || c == '\n' || c == '\r' || c == '\\';
}

}  // namespace

void append_escaped(std::string& target, std::string_view text) {
  for (;;) {
    const auto special = std::find_if(text.begin(), text.end(), is_special);
    target.append(text.begin(), special);
    if (special == text.end()) return;
    switch (*special) {
      case '\t':
        target += "\\t";
        break;
      case '\n':
        target += "\\n";
        break;
      case '\r':
        target += "\\r";
        break;
      default:
        target += "\\\\";
    }
    text.remove_prefix(static_cast<std::size_t>(special - text.begin()) + 1);
  }
}

std::string escape_field(std::string_view text) {
  std::string escaped;
  append_escaped(escaped, text);
  return escaped;
}

std::string unescape_field(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char c = text[++i];
    plain += c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
  }
  return plain;
}

}  // namespace wattline::io
