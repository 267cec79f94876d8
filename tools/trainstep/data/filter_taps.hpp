// SPDX-License-Identifier: Apache-2.0
// Weights of an antialiased bilinear resize along one axis.
#pragma once
#include <cstddef>
#include <vector>

namespace wattline::trainstep {

// For each output position: the inputs that count and their weights, which add up to 1. All positions have `stride`
// weights; behind `count` they are 0.
struct FilterTaps {
  std::vector<int> first, count;
  std::vector<float> weights;
  int stride = 0;
  const float* of(int position) const { return weights.data() + static_cast<std::ptrdiff_t>(position) * stride; }
};

// A triangle as wide as the pixels it merges, as Pillow's BILINEAR: `in` samples to `out`, of which the window from
// `begin` on, `count` long, is needed.
void make_filter_taps(int in, int out, int begin, int count, FilterTaps& taps);

}  // namespace wattline::trainstep
