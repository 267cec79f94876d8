// SPDX-License-Identifier: Apache-2.0
// Pictures with boxes: images/**/NAME.jpg and labels/**/NAME.txt below one folder, a line "class centre-x centre-y
// width height" (shares of the picture's sides) per object, as YOLO's tools write them.
#pragma once
#include <string>

#include "trainstep/data/picture.hpp"

namespace wattline::trainstep {

constexpr std::int64_t kMostBoxes = 128;  // of a picture; COCO's fullest has 93

struct BoxOptions {
  int side = 320;
  std::int64_t classes = 80;
  Decode decode = Decode::exact;
};

// A picture without a label file has no objects. Pictures are fitted into a grey square and mirrored at random.
Dataset boxed_images(const std::string& path, const BoxOptions& options);

}  // namespace wattline::trainstep
