// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/prepare_image.hpp"

#include <algorithm>

namespace wattline::trainstep {

namespace {

constexpr int kSide = 224;

View any_part(ImageSize size, int side, Random& random) {
  return random_resized_crop(size.width, size.height, side, random);
}

View middle(ImageSize size, int side, Random&) {
  return centre_crop(size.width, size.height, 256, side);
}

// A square around a random point is set to zero, which is the mean after normalising (DeVries and Taylor 2017).
void cut_out(float* pixels, int side, int square, Random& random) {
  const auto centre = [&] { return static_cast<int>(random.below(static_cast<std::uint64_t>(side))); };
  const int x = centre(), y = centre();
  const int left = std::max(0, x - square / 2), right = std::min(side, x + square / 2);
  const int top = std::max(0, y - square / 2), bottom = std::min(side, y + square / 2);
  for (int row = 0; row < 3 * side; ++row) {
    if (row % side >= top && row % side < bottom)
      std::fill(pixels + row * side + left, pixels + row * side + right, 0.0F);
  }
}

}  // namespace

ImageOptions imagenet_options(const JpegOptions& jpeg) {
  return {kSide, jpeg, kImageNet, any_part};
}
ImageOptions landmark_options(const JpegOptions& jpeg) {
  return {kSide, jpeg, kHalf, any_part, 16};
}
ImageOptions fixed_options(const JpegOptions& jpeg) {
  return {kSide, jpeg, kImageNet, middle};
}

View prepare_image(const std::string& name, const ImageOptions& options, Random& random, Scratch& scratch, float* out) {
  const auto choose = [&](ImageSize size) { return options.view(size, options.side, random); };
  const View view = decode_image(scratch.file, name, options.jpeg, options.read_as, choose, scratch.image);
  const Canvas canvas{out, options.side, options.side, (options.side - view.window.width) / 2,
                      (options.side - view.window.height) / 2};
  resize(scratch.image, view, options.normalisation, canvas, scratch.resize);
  if (options.cutout > 0) cut_out(out, options.side, options.cutout, random);
  return view;
}

}  // namespace wattline::trainstep
