// SPDX-License-Identifier: Apache-2.0
// The pixels of a decoded image, or of the part of it that is needed.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace wattline::trainstep {

struct ImageSize {
  int width = 0, height = 0;
};
// Throws a data error that names `name` when an image of this size is absurd.
void check_pixels(ImageSize size, const std::string& name);

// A part of an image, RGB interleaved: pixel (0, 0) here is (origin_x, origin_y) of the whole at this scale.
struct Image {
  int width = 0, height = 0;
  int origin_x = 0, origin_y = 0;
  std::vector<std::uint8_t> pixels;  // may be longer than the image
};

}  // namespace wattline::trainstep
