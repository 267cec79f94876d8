// SPDX-License-Identifier: Apache-2.0
#include "cli/messages.hpp"

#include <string_view>

#include "base/parse.hpp"

namespace wattline::cli {

namespace {

// What follows the prefix in a line that has it, as "pmode: error: TEXT" or "error: TEXT".
bool take_text(std::string_view line, std::string_view prefix, std::string& text) {
  const std::size_t start = line.find(prefix);
  if (start == std::string_view::npos) return false;
  text = std::string(trim(line.substr(start + prefix.size())));
  return true;
}

}  // namespace

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
