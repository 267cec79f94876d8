// SPDX-License-Identifier: Apache-2.0
// PNG decoding through libpng, to the pixels of Pillow's convert("RGB") or of OpenCV's imread().
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "trainstep/data/image.hpp"
#include "trainstep/data/view.hpp"

namespace wattline::trainstep {

// What becomes of grey levels of 16 bits. Of colours, and of grey with an alpha channel, both libraries keep the high
// byte.
enum class DeepGrey {
  clipped,   // Pillow: levels above 255 are white
  high_byte  // OpenCV
};

// By its first bytes.
bool is_png(const std::uint8_t* data, std::size_t size);

// Decodes the rows that view.crop needs; `choose` gives the view once the image's size is known. An alpha channel is
// dropped, and gamma and colour profiles are ignored. Throws a data error that names `name` when the data is broken,
// truncated or of an absurd size.
View decode_png(const std::uint8_t* data, std::size_t size, const std::string& name, DeepGrey deep_grey,
                const std::function<View(ImageSize)>& choose, Image& image);

}  // namespace wattline::trainstep
