// SPDX-License-Identifier: Apache-2.0
#include "wattop/bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/statistics.hpp"

namespace wattline::wattop {

namespace {

// From nothing to all, in equal steps.
constexpr std::array kParts{" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr std::array kHeights{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array kSteps{"_", ".", ":", "-", "=", "+", "*", "#"};
static_assert(kHeights.size() == kSteps.size());

void add_cells(std::string& text, std::size_t count, const char* cell) {
  for (; count > 0; --count) text += cell;
}

std::vector<Running> parts_of(const RailView& rail, std::size_t count) {
  std::vector<Running> parts(count);
  for (const RailView::Reading& reading : rail.history) {
    const double age = (rail.history.back().mono_s - reading.mono_s) / kHistoryS;
    const auto from_end = static_cast<std::size_t>(age * static_cast<double>(count));
    if (reading.power_w) parts[count - 1 - std::min(from_end, count - 1)].add(*reading.power_w);
  }
  return parts;
}

}  // namespace

std::string bar(double share, std::size_t width, Charset charset) {
  constexpr std::size_t kBrackets = 2;
  if (width <= kBrackets) return "";
  const std::size_t cells = width - kBrackets, fine = charset == Charset::utf8 ? kParts.size() - 1 : 1;
  const double known = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
  const auto filled = static_cast<std::size_t>(std::lround(known * static_cast<double>(cells * fine)));
  std::string text = "[";
  add_cells(text, filled / fine, charset == Charset::utf8 ? kParts.back() : "|");
  if (filled % fine > 0) text += kParts[filled % fine];
  add_cells(text, cells - (filled + fine - 1) / fine, " ");
  return text + "]";
}

std::string history_of(const RailView& rail, std::size_t width, Charset charset) {
  if (width == 0) return "";
  const auto& cells = charset == Charset::utf8 ? kHeights : kSteps;
  const std::vector<Running> parts = parts_of(rail, width);
  double most = 0;
  for (const Running& part : parts) most = std::max(most, part.mean().value_or(0));
  std::string text;
  for (const Running& part : parts) {
    const double share = most > 0 ? std::max(0.0, part.mean().value_or(0)) / most : 0;
    const auto height = static_cast<std::size_t>(std::lround(share * static_cast<double>(cells.size() - 1)));
    text += part.count() > 0 ? cells[height] : " ";
  }
  return text;
}

}  // namespace wattline::wattop
