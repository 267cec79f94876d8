// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/mosaic.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

namespace {

constexpr double kScale = 0.5, kShift = 0.1;
constexpr std::array<double, 3> kColours{0.015, 0.7, 0.4};
constexpr double kLeastSide = 2, kLeastArea = 0.1, kMostRatio = 100;

// The side of the canvas on which the tiles lie, before it is scaled and cut to the square.
double canvas_of(const Mosaic& m) {
  return m.tiled ? 2.0 * m.side : m.side;
}

double to_square(const Mosaic& m, double place, double shift) {
  return (place - canvas_of(m) / 2) * m.scale + shift;
}

// The part of the square that the canvas covers along one axis.
struct Span {
  double from, to;
  double clamp(double place) const { return std::min(std::max(place, from), to); }
};
Span covered(const Mosaic& m, double shift) {
  const Span square{0, static_cast<double>(m.side)};
  return {square.clamp(to_square(m, 0, shift)), square.clamp(to_square(m, canvas_of(m), shift))};
}

// Hue from 0 to 6, saturation and value from 0 to 1.
std::array<double, 3> to_hsv(double r, double g, double b) {
  const double value = std::max({r, g, b}), range = value - std::min({r, g, b});
  if (range <= 0) return {0, 0, value};
  double hue = 4 + (r - g) / range;
  if (value == r) {
    hue = (g - b) / range;
  } else if (value == g) {
    hue = 2 + (b - r) / range;
  }
  return {hue < 0 ? hue + 6 : hue, range / value, value};
}

// One channel; `sector` is 5, 3 or 1 for red, green or blue (the alternative form of the conversion).
double from_hsv(const std::array<double, 3>& hsv, double sector) {
  const double k = std::fmod(sector + hsv[0], 6);
  return hsv[2] * (1 - hsv[1] * std::max(0.0, std::min({k, 4 - k, 1.0})));
}

}  // namespace

Mosaic random_mosaic(int side, bool tiled, Random& random) {
  Mosaic m;
  m.side = side;
  m.tiled = tiled;
  const auto centre = [&] { return static_cast<int>(random.uniform(side / 2.0, 1.5 * side)); };
  m.centre_y = centre();
  m.centre_x = centre();
  m.scale = random.uniform(1 - kScale, 1 + kScale);
  m.shift_x = random.uniform(0.5 - kShift, 0.5 + kShift) * side;
  m.shift_y = random.uniform(0.5 - kShift, 0.5 + kShift) * side;
  for (std::size_t i = 0; i < 3; ++i) m.colours[i] = 1 + kColours[i] * random.uniform(-1, 1);
  m.mirrored = random.coin();
  return m;
}

// Tiles meet at the centre: the first above it on the left, then above on the right, below on the left and the right.
Tile place_tile(const Mosaic& m, std::size_t tile, ImageSize size) {
  const double fit = static_cast<double>(m.side) / std::max(size.width, size.height);
  const auto fitted = [&](int edge) { return std::min(std::ceil(edge * fit), static_cast<double>(m.side)); };
  const double width = fitted(size.width), height = fitted(size.height);
  double x = (m.side - width) / 2, y = (m.side - height) / 2;
  if (m.tiled) {
    x = tile % 2 == 0 ? m.centre_x - width : m.centre_x;
    y = tile < 2 ? m.centre_y - height : m.centre_y;
  }
  return {to_square(m, x, m.shift_x), to_square(m, y, m.shift_y), width * m.scale, height * m.scale};
}

VisibleTile visible_part(const Mosaic& m, const Tile& tile, ImageSize size) {
  const auto pixel = [](double place) { return static_cast<int>(std::lround(place)); };
  VisibleTile part;
  part.view.crop = {0, 0, size.width, size.height};
  part.view.scaled_width = std::max(1, pixel(tile.width));
  part.view.scaled_height = std::max(1, pixel(tile.height));
  part.view.mirrored = m.mirrored;
  const int x = pixel(tile.x), y = pixel(tile.y);
  const Span across = covered(m, m.shift_x), down = covered(m, m.shift_y);
  const int left = std::max(x, pixel(across.from)), right = std::min(x + part.view.scaled_width, pixel(across.to));
  const int top = std::max(y, pixel(down.from)), bottom = std::min(y + part.view.scaled_height, pixel(down.to));
  part.view.window = {left - x, top - y, std::max(0, right - left), std::max(0, bottom - top)};
  part.x = m.mirrored ? m.side - left - part.view.window.width : left;
  part.y = top;
  return part;
}

bool place_box(const Mosaic& m, const Tile& tile, ObjectBox& box) {
  const double whole = canvas_of(m) * m.scale;
  const auto ends = [&](double centre, double extent, double corner, double size, double shift) {
    const double canvas = to_square(m, 0, shift), middle = corner + centre * size, half = extent * size / 2;
    const Span on_canvas{canvas, canvas + whole};
    return std::pair(Span{on_canvas.clamp(middle - half), on_canvas.clamp(middle + half)}, covered(m, shift));
  };
  const auto [x, seen_x] = ends(box[1], box[3], tile.x, tile.width, m.shift_x);
  const auto [y, seen_y] = ends(box[2], box[4], tile.y, tile.height, m.shift_y);
  const double left = seen_x.clamp(x.from), right = seen_x.clamp(x.to);
  const double top = seen_y.clamp(y.from), bottom = seen_y.clamp(y.to);
  const double width = right - left, height = bottom - top;
  if (width <= kLeastSide || height <= kLeastSide) return false;
  if (width * height <= kLeastArea * (x.to - x.from) * (y.to - y.from)) return false;
  if (std::max(width / height, height / width) >= kMostRatio) return false;
  const double middle = m.mirrored ? m.side - (left + right) / 2 : (left + right) / 2;
  const auto share = [&](double pixels) { return static_cast<float>(pixels / m.side); };
  box = {box[0], share(middle), share((top + bottom) / 2), share(width), share(height)};
  return true;
}

void jitter_colours(const std::array<double, 3>& factors, float* pixels, std::size_t plane) {
  for (std::size_t i = 0; i < plane; ++i) {
    std::array<double, 3> hsv = to_hsv(pixels[i], pixels[plane + i], pixels[2 * plane + i]);
    hsv[0] = std::fmod(hsv[0] * factors[0], 6);
    for (std::size_t k = 1; k < 3; ++k) hsv[k] = std::min(1.0, hsv[k] * factors[k]);
    pixels[i] = static_cast<float>(from_hsv(hsv, 5));
    pixels[plane + i] = static_cast<float>(from_hsv(hsv, 3));
    pixels[2 * plane + i] = static_cast<float>(from_hsv(hsv, 1));
  }
}

}  // namespace wattline::trainstep
