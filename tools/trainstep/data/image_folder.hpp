// SPDX-License-Identifier: Apache-2.0
// Data sets of image files with classes.
#pragma once
#include <string>

#include "trainstep/data/prepare_image.hpp"

namespace wattline::trainstep {

// One folder per class in alphabetical order, with image files in it and in folders below it, as torchvision's
// ImageFolder reads it. Throws a
// data error when there is none.
Dataset image_folder(const std::string& path, const ImageOptions& options);

// One folder of image files, as GLD-23k and the validation set of ImageNet are distributed, whose classes a table names
// (image_labels.hpp).
Dataset labelled_images(const std::string& path, const std::string& labels, const ImageOptions& options);

}  // namespace wattline::trainstep
