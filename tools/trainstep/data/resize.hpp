// SPDX-License-Identifier: Apache-2.0
// From the pixels of an image to the floats of a network's input: resize and normalise.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "trainstep/data/filter_taps.hpp"
#include "trainstep/data/image.hpp"
#include "trainstep/data/view.hpp"

namespace wattline::trainstep {

// (value / 255 - mean) / deviation, per channel.
struct Normalisation {
  std::array<float, 3> mean, deviation;
};
constexpr Normalisation kPlain{{0, 0, 0}, {1, 1, 1}};
constexpr Normalisation kHalf{{0.5F, 0.5F, 0.5F}, {0.5F, 0.5F, 0.5F}};
constexpr Normalisation kImageNet{{0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}};

// Where the pixels of a network's input go: one plane of floats per channel.
struct Canvas {
  float* pixels = nullptr;
  int width = 0, height = 0;  // of the whole input
  int x = 0, y = 0;           // where the window's corner goes
};

// Work memory of resize().
struct ResizeScratch {
  FilterTaps rows, columns;
  std::vector<std::uint16_t> sums;
  std::vector<float> row;
};

// Antialiased bilinear as Pillow's resize(BILINEAR, box), within one grey level, then normalised.
void resize(const Image& image, const View& view, const Normalisation& normalisation, const Canvas& canvas,
            ResizeScratch& scratch);

}  // namespace wattline::trainstep
