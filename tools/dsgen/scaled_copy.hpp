// SPDX-License-Identifier: Apache-2.0
// A smaller or larger copy of a set of images, to study how caching depends on the size.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

namespace wattline::dsgen {

struct ScaleOptions {
  std::string from, to;
  double factor = 1;
};

// Copies each image under `from` as often as its share of the factor says (0.25: every fourth, 2.5: two or three
// times), spread evenly over each folder, with its YOLO label file and its row of a labels CSV. Every copy is a file
// of its own with bytes of its own: a hard link would share its pages, a reflink its blocks on the disk. Calls `made`
// with each new file's name and size.
void scale_set(const ScaleOptions& options,
               const std::function<void(const std::string& name, std::int64_t bytes)>& made);

}  // namespace wattline::dsgen
