// SPDX-License-Identifier: Apache-2.0
// Synthetic images with the statistics of photographs: amplitude falls with 1/f (Field 1987), so that they compress,
// and cost to decode, as photographs do; a class shows in hue and in the direction and pitch of a coarse pattern.
#pragma once
#include <cstdint>
#include <vector>

namespace wattline::dsgen {

// 8-bit samples; rows are `stride` apart and padded on the right with the last sample.
struct Plane {
  int width = 0, height = 0, stride = 0;
  std::vector<std::uint8_t> samples;
};

// YCbCr with chroma at half resolution (4:2:0), as cameras store JPEG.
struct YccImage {
  Plane luma, blue, red;
};

struct TextureOptions {
  int width = 0, height = 0;
  int label = 0, classes = 1;
  double detail = 1;  // gain of the finest octaves: 1 = natural, more = busier and larger files
};

YccImage make_image(const TextureOptions& options, std::uint64_t seed);

}  // namespace wattline::dsgen
