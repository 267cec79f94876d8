// SPDX-License-Identifier: Apache-2.0
// JPEG decoding through libjpeg-turbo's libjpeg API, of only the rows and blocks that a view needs, or by a plug-in.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "trainstep/data/image.hpp"
#include "trainstep/data/jpeg_plugin.hpp"
#include "trainstep/data/view.hpp"

namespace wattline::trainstep {

enum class Decode {
  exact,  // pixels as a full decode gives them
  fast    // fewer DCT coefficients when the view shrinks the image, faster inverse DCT and upsampling
};

// How to decode, and with what.
struct JpegOptions {
  JpegOptions(Decode how = Decode::exact) : decode(how) {}
  Decode decode;
  std::shared_ptr<JpegPlugin> plugin;  // empty = libjpeg
};

// Decodes what view.crop needs; `choose` gives the view once the image's size is known. With `fast` the crop in the
// returned view is in pixels of the decoded scale. A plug-in decodes the whole image; libjpeg decodes what it refuses,
// and CMYK. Throws a data error that names `name` when the data is broken, truncated, empty or of an absurd size.
View decode_jpeg(const std::uint8_t* data, std::size_t size, const std::string& name, const JpegOptions& options,
                 const std::function<View(ImageSize)>& choose, Image& image);

}  // namespace wattline::trainstep
