// SPDX-License-Identifier: Apache-2.0
// A folder of JPEG files, one folder per class, as torchvision's ImageFolder reads it.
#pragma once
#include <functional>
#include <string>

#include "trainstep/data/dataset.hpp"
#include "trainstep/data/jpeg.hpp"

namespace wattline::trainstep {

struct ImageOptions {
  int side = 224;
  Decode decode = Decode::exact;
  Normalisation normalisation = kImageNet;
  std::function<View(PictureSize, int side, Random&)> view;
};

// Classes are the sub-folders in alphabetical order. Throws a data error when there is no JPEG file.
Dataset image_folder(const std::string& path, const ImageOptions& options);

}  // namespace wattline::trainstep
