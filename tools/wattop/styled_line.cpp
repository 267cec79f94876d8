// SPDX-License-Identifier: Apache-2.0
#include "wattop/styled_line.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "base/utf8.hpp"

namespace wattline::wattop {

namespace {

// The bytes of the first `width` characters.
std::size_t bytes_of(std::string_view text, std::size_t width) {
  std::size_t bytes = 0;
  for (; width > 0 && bytes < text.size(); --width) {
    bytes += std::max<std::size_t>(1, utf8_size(text.substr(bytes)));
  }
  return bytes;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += std::max<std::size_t>(1, utf8_size(text.substr(at)));
  return count;
}

std::string fixed_width(std::string_view text, std::size_t width) {
  std::string fixed(text.substr(0, bytes_of(text, width)));
  return fixed.append(width - std::min(width, columns_of(fixed)), ' ');
}

std::size_t StyledLine::columns() const {
  std::size_t sum = 0;
  for (const StyledText& part : parts) sum += columns_of(part.text);
  return sum;
}

std::string StyledLine::plain() const {
  std::string line;
  for (const StyledText& part : parts) line += part.text;
  return line.substr(0, line.find_last_not_of(' ') + 1);
}

void StyledLine::cut(std::size_t width) {
  for (StyledText& part : parts) {
    part.text.resize(bytes_of(part.text, width));
    width -= columns_of(part.text);
  }
}

StyledLine& StyledLine::pad(std::size_t width) {
  const std::size_t now = columns();
  return now < width ? add(std::string(width - now, ' ')) : *this;
}

StyledLine labelled(const std::string& label, Rank rank) {
  StyledLine line;
  line.rank = rank;
  return line.add(fixed_width(label, kLabelWidth), Style::label);
}

std::vector<StyledLine> wrapped(const std::string& label, const std::string& text, std::size_t width) {
  std::vector<StyledLine> lines{labelled(label, Rank::always)};
  for (const std::string_view word : split_blanks(std::string_view(text))) {
    const bool first = lines.back().parts.size() == 1;
    const std::size_t needed = lines.back().columns() + columns_of(word) + (first ? 0 : 1);
    if (!first && needed > width) lines.push_back(labelled("", Rank::always));
    const char* const blank = lines.back().parts.size() == 1 ? "" : " ";
    lines.back().add(blank + std::string(word));
  }
  return lines;
}

}  // namespace wattline::wattop
