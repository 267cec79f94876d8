// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/view.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

namespace {

constexpr double kLeastArea = 0.08;
constexpr double kLeastRatio = 3.0 / 4, kMostRatio = 4.0 / 3;
constexpr int kAttempts = 10;

View scaled_to(const Rect& crop, int side, bool mirrored) {
  return {crop, side, side, {0, 0, side, side}, mirrored};
}

// What torchvision falls back to: the largest central part whose ratio is allowed.
Rect central_part(int width, int height) {
  const double ratio = static_cast<double>(width) / height;
  int w = width, h = height;
  if (ratio < kLeastRatio) h = static_cast<int>(std::lround(w / kLeastRatio));
  if (ratio > kMostRatio) w = static_cast<int>(std::lround(h * kMostRatio));
  return {(width - w) / 2, (height - h) / 2, w, h};
}

Rect random_part(int width, int height, Random& random) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const double area = static_cast<double>(width) * height * random.uniform(kLeastArea, 1);
    const double ratio = std::exp(random.uniform(std::log(kLeastRatio), std::log(kMostRatio)));
    const int w = static_cast<int>(std::lround(std::sqrt(area * ratio)));
    const int h = static_cast<int>(std::lround(std::sqrt(area / ratio)));
    if (w < 1 || h < 1 || w > width || h > height) continue;
    const auto place = [&random](int room) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(room) + 1));
    };
    const int x = place(width - w);
    return {x, place(height - h), w, h};
  }
  return central_part(width, height);
}

}  // namespace

View random_resized_crop(int width, int height, int side, Random& random) {
  const Rect crop = random_part(width, height, random);
  return scaled_to(crop, side, random.coin());
}

View letterbox(int width, int height, int side) {
  const double scale = static_cast<double>(side) / std::max(width, height);
  const auto scaled = [scale](int edge) { return std::max(1, static_cast<int>(std::lround(edge * scale))); };
  View view;
  view.crop = {0, 0, width, height};
  view.scaled_width = scaled(width);
  view.scaled_height = scaled(height);
  view.window = {0, 0, view.scaled_width, view.scaled_height};
  return view;
}

View centre_crop(int width, int height, int shorter, int side) {
  const double scale = static_cast<double>(shorter) / std::min(width, height);
  View view;
  view.crop = {0, 0, width, height};
  view.scaled_width = std::max(side, static_cast<int>(width * scale));  // torchvision truncates the longer edge
  view.scaled_height = std::max(side, static_cast<int>(height * scale));
  // Halves go to even, as in Python's round().
  view.window = {static_cast<int>(std::nearbyint((view.scaled_width - side) / 2.0)),
                 static_cast<int>(std::nearbyint((view.scaled_height - side) / 2.0)), side, side};
  return view;
}

}  // namespace wattline::trainstep
