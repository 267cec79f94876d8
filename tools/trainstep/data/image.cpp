// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image.hpp"

#include "base/error.hpp"

namespace wattline::trainstep {

void check_pixels(ImageSize size, const std::string& name) {
  constexpr std::int64_t kMostPixels = 256'000'000;
  if (std::int64_t{size.width} * size.height <= kMostPixels) return;
  throw data_error(name + ": has more than 256 million pixels");
}

}  // namespace wattline::trainstep
