// SPDX-License-Identifier: Apache-2.0
// Objects to detect: filled rectangles whose colour is their class.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsgen/texture.hpp"

namespace wattline::dsgen {

struct Box {
  int label;
  double x, y, width, height;  // centre and sides as shares of the image's sides
};

// One to six objects, the same ones for the same seed.
std::vector<Box> make_boxes(int classes, std::uint64_t seed);
void paint_boxes(const std::vector<Box>& boxes, YccImage& image);
// YOLO's label file: a line "class x y width height" per object.
std::string label_text(const std::vector<Box>& boxes);

}  // namespace wattline::dsgen
