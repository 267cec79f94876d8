// SPDX-License-Identifier: Apache-2.0
// Data sets of JPEG files with classes.
#pragma once
#include <string>

#include "trainstep/data/prepare_image.hpp"

namespace wattline::trainstep {

// A folder of JPEG files, one folder per class in alphabetical order, as torchvision's ImageFolder reads it. Throws a
// data error when there is none.
Dataset image_folder(const std::string& path, const ImageOptions& options);

// GLD-23k: one folder of JPEG files and a CSV of user_id,image_id,class (columns found by name; image_id with or
// without .jpg). `labels` is looked up as given, then in `path`; its incomplete last row is left out.
Dataset labelled_images(const std::string& path, const std::string& labels, const ImageOptions& options);

}  // namespace wattline::trainstep
