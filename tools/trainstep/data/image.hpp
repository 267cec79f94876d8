// SPDX-License-Identifier: Apache-2.0
// Pixels in memory and the geometry that leads from a picture to a network's input.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "trainstep/data/taps.hpp"

namespace wattline::trainstep {

struct Rect {
  int x = 0, y = 0, width = 0, height = 0;
};

// A part of a picture, RGB interleaved: pixel (0, 0) here is (origin_x, origin_y) of the whole at this scale.
struct Image {
  int width = 0, height = 0;
  int origin_x = 0, origin_y = 0;
  std::vector<std::uint8_t> pixels;  // may be longer than the picture
};

// `crop` of the picture is scaled to scaled_width x scaled_height; of that, `window` is kept and may be mirrored.
struct View {
  Rect crop;
  int scaled_width = 0, scaled_height = 0;
  Rect window;
  bool mirrored = false;
};

// torchvision's RandomResizedCrop(side, scale 0.08..1, ratio 3/4..4/3) and RandomHorizontalFlip(0.5).
View random_resized_crop(int width, int height, int side, Random& random);
// torchvision's Resize(shorter) and CenterCrop(side).
View centre_crop(int width, int height, int shorter, int side);

// The whole picture scaled to fit into a square, in the middle of it; the rest is for the caller to fill.
View letterbox(int width, int height, int side);

// (value / 255 - mean) / deviation, per channel.
struct Normalisation {
  std::array<float, 3> mean, deviation;
};
constexpr Normalisation kPlain{{0, 0, 0}, {1, 1, 1}};
constexpr Normalisation kHalf{{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, 0.5f}};
constexpr Normalisation kImageNet{{0.485f, 0.456f, 0.406f}, {0.229f, 0.224f, 0.225f}};

// Where the pixels of a network's input go: one plane of floats per channel.
struct Canvas {
  float* pixels = nullptr;
  int width = 0, height = 0;  // of the whole input
  int x = 0, y = 0;           // where the window's corner goes
};

// Work memory of resize().
struct ResizeScratch {
  Taps rows, columns;
  std::vector<std::uint16_t> sums;
  std::vector<float> row;
};

// Antialiased bilinear as Pillow's resize(BILINEAR, box), within one grey level, then normalised.
void resize(const Image& image, const View& view, const Normalisation& normalisation, const Canvas& canvas,
            ResizeScratch& scratch);

}  // namespace wattline::trainstep
