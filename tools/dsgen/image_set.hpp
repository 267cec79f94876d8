// SPDX-License-Identifier: Apache-2.0
// A set of JPEG images: every image follows from (seed, number), whatever order or thread makes it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "dsgen/texture.hpp"

namespace wattline::dsgen {

struct ImageSetOptions {
  std::size_t count = 200;
  int classes = 10;
  int width = 800, height = 600;
  std::int64_t bytes = 100'000;  // average file size to reach
  std::uint64_t seed = 1;
  // Draws onto an image before it is compressed; may be empty.
  std::function<void(std::size_t i, YccImage&)> paint;
};

class ImageSet {
 public:
  // Finds texture detail and JPEG quality that give the average file size. Throws a usage error with the sizes
  // that can be reached when this one cannot.
  explicit ImageSet(const ImageSetOptions& options);

  int label(std::size_t i) const;
  std::string jpeg(std::size_t i) const { return encode(i, detail_, quality_); }
  int quality() const { return quality_; }
  double detail() const { return detail_; }

 private:
  std::string encode(std::size_t i, double detail, int quality) const;
  double mean_size(double detail, int quality) const;
  bool reaches(int quality) const;
  void find_quality();
  void find_detail();
  ImageSetOptions options_;
  int quality_ = 85;
  double detail_ = 1;
};

}  // namespace wattline::dsgen
