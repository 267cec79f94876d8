// SPDX-License-Identifier: Apache-2.0
#include "dsgen/image_set.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.hpp"
#include "base/random.hpp"
#include "dsgen/jpeg_writer.hpp"
#include "dsgen/parallel.hpp"

namespace wattline::dsgen {

namespace {

constexpr double kLeastDetail = 1.0 / 32, kMostDetail = 8;
constexpr std::size_t kProbes = 32;     // images that stand for the set while it is tuned
constexpr double kCloseEnough = 0.003;  // of the wanted size
constexpr double kSpread = 2;           // detail differs by this factor from the plainest to the busiest image

// Qualities that cameras and web sites use first, extremes last.
constexpr int kQualities[] = {85, 75, 92, 60, 96, 40, 100, 20, 5, 1};

}  // namespace

ImageSet::ImageSet(const ImageSetOptions& options) : options_(options) {
  find_quality();
  find_detail();
}

int ImageSet::label(std::size_t i) const {
  return static_cast<int>(i % static_cast<std::size_t>(options_.classes));
}

// Photographs differ in how busy they are; golden-ratio steps spread that evenly over any part of the set.
std::string ImageSet::encode(std::size_t i, double detail, int quality) const {
  const double place = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
  TextureOptions texture{options_.width, options_.height, label(i), options_.classes, detail};
  texture.detail *= std::pow(kSpread, place - 0.5);
  YccImage image = make_image(texture, mix64(options_.seed, i));
  if (options_.paint) options_.paint(i, image);
  return encode_jpeg(image, quality);
}

double ImageSet::mean_size(double detail, int quality) const {
  const std::size_t probes = std::min(kProbes, options_.count);
  std::vector<double> sizes(probes);
  parallel_for(0, probes, [&](std::size_t k) {
    sizes[k] = static_cast<double>(encode(k * options_.count / probes, detail, quality).size());
  });
  double sum = 0;
  for (const double size : sizes) sum += size;
  return sum / static_cast<double>(probes);
}

bool ImageSet::reaches(int quality) const {
  const auto wanted = static_cast<double>(options_.bytes);
  return mean_size(kLeastDetail, quality) <= wanted && wanted <= mean_size(kMostDetail, quality);
}

void ImageSet::find_quality() {
  for (const int quality : kQualities) {
    quality_ = quality;
    if (reaches(quality)) return;
  }
  const auto text = [this](double detail, int quality) {
    return std::to_string(std::lround(mean_size(detail, quality)));
  };
  throw usage_error("--bytes " + std::to_string(options_.bytes) + ": cannot be reached at " +
                        std::to_string(options_.width) + " x " + std::to_string(options_.height) + " pixels",
                    "choose between " + text(kLeastDetail, 1) + " and " + text(kMostDetail, 100));
}

// File size grows with detail; bisection in the logarithm.
void ImageSet::find_detail() {
  const auto wanted = static_cast<double>(options_.bytes);
  double low = std::log(kLeastDetail), high = std::log(kMostDetail);
  for (int i = 0; i < 24; ++i) {
    detail_ = std::exp((low + high) / 2);
    const double size = mean_size(detail_, quality_);
    if (std::abs(size - wanted) <= kCloseEnough * wanted) return;
    (size < wanted ? low : high) = std::log(detail_);
  }
}

}  // namespace wattline::dsgen
