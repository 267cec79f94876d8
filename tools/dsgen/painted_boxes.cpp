// SPDX-License-Identifier: Apache-2.0
#include "dsgen/painted_boxes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/random.hpp"

namespace wattline::dsgen {

namespace {

// Every third row keeps its texture, so that objects cost bits as real ones do.
void fill(Plane& plane, const Box& box, std::uint8_t value) {
  const auto place = [](double share, int side) { return std::clamp(static_cast<int>(share * side), 0, side); };
  const int left = place(box.x - box.width / 2, plane.width), right = place(box.x + box.width / 2, plane.width);
  const int top = place(box.y - box.height / 2, plane.height), bottom = place(box.y + box.height / 2, plane.height);
  for (int y = top; y < bottom; ++y) {
    if (y % 3 == 0) continue;
    std::uint8_t* row = plane.samples.data() + static_cast<std::ptrdiff_t>(y) * plane.stride;
    std::fill(row + left, row + right, value);
  }
}

std::uint8_t shade(int label, std::uint64_t plane) {
  return static_cast<std::uint8_t>(40 + mix64(7, static_cast<std::uint64_t>(label), plane) % 176);
}

}  // namespace

std::vector<Box> make_boxes(int classes, std::uint64_t seed) {
  Random random(mix64(seed, 2));
  std::vector<Box> boxes(1 + random.below(6));
  for (Box& box : boxes) {
    box.label = static_cast<int>(random.below(static_cast<std::uint64_t>(classes)));
    box.width = random.uniform(0.08, 0.5);
    box.height = random.uniform(0.08, 0.5);
    box.x = random.uniform(box.width / 2, 1 - box.width / 2);
    box.y = random.uniform(box.height / 2, 1 - box.height / 2);
  }
  return boxes;
}

void paint_boxes(const std::vector<Box>& boxes, YccImage& image) {
  for (const Box& box : boxes) {
    fill(image.luma, box, shade(box.label, 0));
    fill(image.blue, box, shade(box.label, 1));
    fill(image.red, box, shade(box.label, 2));
  }
}

std::string label_text(const std::vector<Box>& boxes) {
  std::string text;
  for (const Box& box : boxes) {
    text += fmt::format("{} {:.6f} {:.6f} {:.6f} {:.6f}\n", box.label, box.x, box.y, box.width, box.height);
  }
  return text;
}

}  // namespace wattline::dsgen
