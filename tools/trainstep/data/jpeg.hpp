// SPDX-License-Identifier: Apache-2.0
// JPEG decoding through libjpeg-turbo's libjpeg API: only the rows and blocks that a view needs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "trainstep/data/image.hpp"
#include "trainstep/data/view.hpp"

namespace wattline::trainstep {

enum class Decode {
  exact,  // pixels as a full decode gives them
  fast    // fewer DCT coefficients when the view shrinks the image, faster inverse DCT and upsampling
};

struct ImageSize {
  int width = 0, height = 0;
};

// Decodes what view.crop needs; `choose` gives the view once the image's size is known. With `fast` the crop in the
// returned view is in pixels of the decoded scale. Throws a data error that names `name` when the data is broken,
// truncated, empty or of an absurd size.
View decode_jpeg(const std::uint8_t* data, std::size_t size, const std::string& name, Decode decode,
                 const std::function<View(ImageSize)>& choose, Image& image);

}  // namespace wattline::trainstep
