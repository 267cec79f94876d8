// SPDX-License-Identifier: Apache-2.0
// From an image file in memory to a network's input; what all image data sets share.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "trainstep/data/dataset.hpp"
#include "trainstep/data/decode_image.hpp"

namespace wattline::trainstep {

constexpr std::uint64_t kMostImageBytes = std::uint64_t{1} << 30;  // of an image file

struct ImageOptions {
  int side = 224;
  JpegOptions jpeg{};
  Normalisation normalisation = kImageNet;
  std::function<View(ImageSize, int side, Random&)> view;
  int cutout = 0;  // side of a square that is blanked at a random place
  ReadAs read_as = ReadAs::pillow;
};

// ResNet-18 and others on ImageNet: random resized crop, mirrored at random.
ImageOptions imagenet_options(const JpegOptions& jpeg);
// MobileNetV3 on GLD-23k as the authors trained it: the same with another normalisation and a cut-out of 16 pixels.
ImageOptions landmark_options(const JpegOptions& jpeg);
// As the authors of the 2024 report ran ResNet-18: resized to 256, central 224, no randomness.
ImageOptions fixed_options(const JpegOptions& jpeg);

// Decodes scratch.file, resizes the part that options.view chooses and writes its normalised floats to `out`, one plane
// per channel. Returns that view. Throws a data error that names `name`.
View prepare_image(const std::string& name, const ImageOptions& options, Random& random, Scratch& scratch, float* out);

}  // namespace wattline::trainstep
