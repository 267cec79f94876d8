// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/decode_image.hpp"

#include "trainstep/data/orientation.hpp"
#include "trainstep/data/png.hpp"

namespace wattline::trainstep {

namespace {

View decode_stored(const std::vector<std::uint8_t>& file, const std::string& name, const JpegOptions& jpeg, ReadAs as,
                   const std::function<View(ImageSize)>& choose, Image& image) {
  if (!is_png(file.data(), file.size())) return decode_jpeg(file.data(), file.size(), name, jpeg, choose, image);
  const DeepGrey deep_grey = as == ReadAs::pillow ? DeepGrey::clipped : DeepGrey::high_byte;
  return decode_png(file.data(), file.size(), name, deep_grey, choose, image);
}

}  // namespace

View decode_image(const std::vector<std::uint8_t>& file, const std::string& name, const JpegOptions& jpeg, ReadAs as,
                  const std::function<View(ImageSize)>& choose, Image& image) {
  const Orientation orientation = as == ReadAs::opencv ? exif_orientation(file.data(), file.size()) : Orientation{};
  if (orientation.is_upright()) return decode_stored(file, name, jpeg, as, choose, image);
  View view;
  const auto choose_stored = [&](ImageSize stored) {
    view = choose(shown(orientation, stored));
    return stored_view(orientation, view, stored);
  };
  view.crop = decode_stored(file, name, jpeg, as, choose_stored, image).crop;
  turn(orientation, image, view.crop);
  return view;
}

}  // namespace wattline::trainstep
