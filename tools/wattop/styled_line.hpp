// SPDX-License-Identifier: Apache-2.0
// A line of a screen: texts with a style each. No colour and no terminal: terminal_screen draws them.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wattline::wattop {

enum class Style { plain, title, label, strong, low, middle, high };

struct StyledText {
  std::string text;  // UTF-8, each character of which takes one column
  Style style = Style::plain;
};

// How a screen that is too small is made to fit: lines of the highest rank go first, those of rank `always` never.
enum class Rank { always, alarm, quantity, part, detail, space };

struct StyledLine {
  std::vector<StyledText> parts;
  Rank rank = Rank::quantity;

  StyledLine& add(std::string text, Style style = Style::plain) {
    parts.push_back({std::move(text), style});
    return *this;
  }
  std::size_t columns() const;
  // The texts alone, without blanks at the end.
  std::string plain() const;
  // What is beyond this many columns is cut off.
  void cut(std::size_t width);
  // Blanks up to this column.
  StyledLine& pad(std::size_t width);
};

std::size_t columns_of(std::string_view text);
// The first columns of a text, filled with blanks.
std::string fixed_width(std::string_view text, std::size_t width);

// The words of a text, in as many lines as they need, the first of which begins with the label.
std::vector<StyledLine> wrapped(const std::string& label, const std::string& text, std::size_t width);

// What a line begins with.
StyledLine labelled(const std::string& label, Rank rank = Rank::quantity);
constexpr std::size_t kLabelWidth = 9;

}  // namespace wattline::wattop
