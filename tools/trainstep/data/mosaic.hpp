// SPDX-License-Identifier: Apache-2.0
// Ultralytics' default augmentations of images with boxes (release 8): four images around a random centre as one of
// twice the side, a random scale of 0.5 to 1.5 and shift of a tenth, jittered colours, mirrored at random.
#pragma once
#include <array>
#include <cstddef>

#include "base/random.hpp"
#include "trainstep/data/jpeg.hpp"
#include "trainstep/data/resize.hpp"

namespace wattline::trainstep {

// Class, centre x, centre y, width, height: shares of the side of an image, later of the square.
using ObjectBox = std::array<float, 5>;

// What was drawn at random for one sample.
struct Mosaic {
  bool tiled = true;  // four images; otherwise one, in the middle
  int side = 0;       // of the square that results
  int centre_x = 0, centre_y = 0;
  double scale = 1, shift_x = 0, shift_y = 0;
  std::array<double, 3> colours{};  // factors of hue, saturation and value
  bool mirrored = false;

  std::size_t tiles() const { return tiled ? 4 : 1; }
};

Mosaic random_mosaic(int side, bool tiled, Random& random);

// Where an image goes: its size and corner on the square, of which a part may lie outside.
struct Tile {
  double x = 0, y = 0, width = 0, height = 0;
};
Tile place_tile(const Mosaic& mosaic, std::size_t tile, ImageSize size);

// What of the tile is seen. The window is empty when nothing is.
struct VisibleTile {
  View view;
  int x = 0, y = 0;  // of the window on the square
};
VisibleTile visible_part(const Mosaic& mosaic, const Tile& tile, ImageSize size);

// From shares of the image to shares of the square. False when too little of the box is left: two pixels or less on a
// side, or less than a tenth of its area.
bool place_box(const Mosaic& mosaic, const Tile& tile, ObjectBox& box);

// Of three planes of floats between 0 and 1.
void jitter_colours(const std::array<double, 3>& factors, float* pixels, std::size_t plane);

}  // namespace wattline::trainstep
