// SPDX-License-Identifier: Apache-2.0
// Which part of an image a network sees, at which size: crops, scales and mirroring.
#pragma once
#include "base/random.hpp"

namespace wattline::trainstep {

struct Rect {
  int x = 0, y = 0, width = 0, height = 0;
};

// `crop` of the image is scaled to scaled_width x scaled_height; of that, `window` is kept and may be mirrored.
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

// The whole image scaled to fit into a square, in the middle of it; the rest is for the caller to fill.
View letterbox(int width, int height, int side);

}  // namespace wattline::trainstep
