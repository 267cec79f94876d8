// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/filter_taps.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

void make_filter_taps(int in, int out, int begin, int count, FilterTaps& taps) {
  const double scale = static_cast<double>(in) / out, width = std::max(scale, 1.0);
  taps.stride = static_cast<int>(std::ceil(2 * width));  // the most pixels that a triangle covers
  taps.weights.assign(static_cast<std::size_t>(count) * static_cast<std::size_t>(taps.stride), 0.0F);
  taps.first.clear();
  taps.count.clear();
  float* weights = taps.weights.data();
  for (int i = 0; i < count; ++i, weights += taps.stride) {
    const double centre = (begin + i + 0.5) * scale;
    const int first = std::max(0, static_cast<int>(centre - width + 0.5));
    const int last = std::min({in, first + taps.stride, static_cast<int>(centre + width + 0.5)});
    double sum = 0;
    for (int k = first; k < last; ++k) {
      const double weight = std::max(0.0, 1 - std::abs(k - centre + 0.5) / width);
      weights[k - first] = static_cast<float>(weight);
      sum += weight;
    }
    for (int k = 0; k < last - first; ++k) weights[k] = static_cast<float>(weights[k] / sum);
    taps.first.push_back(first);
    taps.count.push_back(last - first);
  }
}

}  // namespace wattline::trainstep
