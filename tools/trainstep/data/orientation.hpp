// SPDX-License-Identifier: Apache-2.0
// How a camera was held, which EXIF's Orientation tag says: the image is turned before it is shown.
#pragma once
#include <cstddef>
#include <cstdint>

#include "trainstep/data/image.hpp"
#include "trainstep/data/view.hpp"

namespace wattline::trainstep {

// The shown pixel (x, y) is the stored one at (x, y), or at (y, x) if transposed, counted from the right or from below
// where it is mirrored.
struct Orientation {
  bool transposed = false, from_right = false, from_below = false;
  bool is_upright() const { return !transposed && !from_right && !from_below; }
};

// Of a JPEG or PNG file; upright when it does not say, or what it says is not valid.
Orientation exif_orientation(const std::uint8_t* data, std::size_t size);

// The size of the shown image.
ImageSize shown(const Orientation& orientation, ImageSize stored);
// The view of the stored image that shows the same pixels, not turned yet.
View stored_view(const Orientation& orientation, View view, ImageSize stored);
// Turns the pixels of a part of the stored image, and the crop of it.
void turn(const Orientation& orientation, Image& image, Rect& crop);

}  // namespace wattline::trainstep
