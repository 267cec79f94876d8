// SPDX-License-Identifier: Apache-2.0
// Decoding of an image file: JPEG or PNG, by its first bytes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "trainstep/data/jpeg.hpp"

namespace wattline::trainstep {

// Whose pixels an image has, where the loaders that people train with differ.
enum class ReadAs {
  pillow,  // as torchvision's ImageFolder reads: EXIF's orientation is ignored
  opencv   // as Ultralytics reads: turned as EXIF says
};

// Decodes what view.crop needs; `choose` gives the view once the size of the image, as it is shown, is known. The
// returned view is that of the decoded pixels. Throws a data error that names `name`.
View decode_image(const std::vector<std::uint8_t>& file, const std::string& name, const JpegOptions& jpeg, ReadAs as,
                  const std::function<View(ImageSize)>& choose, Image& image);

}  // namespace wattline::trainstep
