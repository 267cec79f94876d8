// SPDX-License-Identifier: Apache-2.0
// Images with boxes: images/**/NAME.jpg or .png and labels/**/NAME.txt under one folder, a line "class centre-x
// centre-y width height" (shares of the image's sides) per object, as YOLO's tools write them.
#pragma once
#include <cstdint>
#include <string>

#include "trainstep/data/prepare_image.hpp"

namespace wattline::trainstep {

constexpr std::int64_t kMostBoxes = 128;  // of an image; COCO's fullest has 93

struct BoxOptions {
  int side = 320;
  std::int64_t classes = 80;
  JpegOptions jpeg{};
  bool mirrored = true;               // at random
  std::int64_t augmented_epochs = 0;  // of a run with the augmentations of mosaic.hpp; 0 = without them
};

// An image without a label file has no objects. Images are fitted into a grey square.
Dataset boxed_images(const std::string& path, const BoxOptions& options);

}  // namespace wattline::trainstep
