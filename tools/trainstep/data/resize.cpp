// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/resize.hpp"

#include <algorithm>
#include <cstring>

#include "base/vector_clones.hpp"

namespace wattline::trainstep {

namespace {

// All clones give the same bits.
// In 1/256 grey levels, so that 16 bits hold a row's sums; written so that compilers find the instruction that
// multiplies 16 bits and keeps the upper half.
inline std::uint16_t product(std::uint8_t value, std::uint16_t weight) {
  const auto wide = static_cast<std::uint16_t>(value << 8);
  return static_cast<std::uint16_t>(std::uint32_t{wide} * weight >> 16);
}

WATTLINE_VECTOR_CLONES
void add_row(const std::uint8_t* row, std::uint16_t weight, std::uint16_t* __restrict sums, int n) {
  for (int i = 0; i < n; ++i) sums[i] = static_cast<std::uint16_t>(sums[i] + product(row[i], weight));
}

WATTLINE_VECTOR_CLONES
void add_two_rows(const std::uint8_t* a, const std::uint8_t* b, std::uint16_t wa, std::uint16_t wb,
                  std::uint16_t* __restrict sums, int n) {
  for (int i = 0; i < n; ++i) sums[i] = static_cast<std::uint16_t>(sums[i] + product(a[i], wa) + product(b[i], wb));
}

WATTLINE_VECTOR_CLONES
void to_floats(const std::uint16_t* __restrict sums, float* __restrict row, int n) {
  for (int i = 0; i < n; ++i) row[i] = static_cast<float>(sums[i]);
}

// In 1/65536 of a grey level, rounded down so that the sum of a row's weights never exceeds one level.
std::uint16_t row_weight(float weight) {
  return static_cast<std::uint16_t>(std::min(static_cast<int>(weight * 65536), 65535));
}

// The weighted sum of `count` rows that are `stride` apart, in 1/256 grey levels.
void shrink_rows(const std::uint8_t* rows, std::ptrdiff_t stride, const float* weights, int count, int n,
                 ResizeScratch& scratch) {
  // What weights and products lose by rounding down, on average.
  const auto lost = static_cast<std::uint16_t>(std::min(count * 3 / 4, 100));
  std::fill_n(scratch.sums.begin(), n, lost);
  int k = 0;
  for (; k + 1 < count; k += 2, rows += 2 * stride) {
    add_two_rows(rows, rows + stride, row_weight(weights[k]), row_weight(weights[k + 1]), scratch.sums.data(), n);
  }
  if (k < count) add_row(rows, row_weight(weights[k]), scratch.sums.data(), n);
  to_floats(scratch.sums.data(), scratch.row.data(), n);
}

// Red, green and blue of a pixel, and one value that is of no interest.
using Pixel = float __attribute__((vector_size(16)));
using Levels = std::int32_t __attribute__((vector_size(16)));

// Whole grey levels to normalised values.
struct Scale {
  Pixel factor, offset;
};

Scale scale_of(const Normalisation& n) {
  Scale scale{};
  for (int c = 0; c < 3; ++c) {
    const auto channel = static_cast<std::size_t>(c);
    scale.factor[c] = 1 / (255 * n.deviation[channel]);
    scale.offset[c] = -n.mean[channel] / n.deviation[channel];
  }
  return scale;
}

struct RowOut {
  float* to;  // and the two planes behind it
  std::ptrdiff_t plane, step;
};

// `stride` is that of the taps: inlined with a constant, the inner loop has no branch.
inline __attribute__((always_inline)) void shrink_row(int stride, const float* row, const FilterTaps& taps, int width,
                                                      const Scale& scale, RowOut out) {
  const float* weights = taps.weights.data();
  for (int x = 0; x < width; ++x, weights += stride, out.to += out.step) {
    const float* in = row + 3 * static_cast<std::ptrdiff_t>(taps.first[static_cast<std::size_t>(x)]);
    Pixel sum = {128, 128, 128, 128};
    for (int k = 0; k < stride; ++k) {
      Pixel pixel;
      std::memcpy(&pixel, in + 3 * k, sizeof pixel);
      sum += weights[k] * pixel;
    }
    const Levels levels = __builtin_convertvector(sum, Levels) >> 8;
    const Pixel value = __builtin_convertvector(levels, Pixel) * scale.factor + scale.offset;
    out.to[0] = value[0];
    out.to[out.plane] = value[1];
    out.to[2 * out.plane] = value[2];
  }
}

// Along a row of interleaved pixels, in 1/256 grey levels.
WATTLINE_VECTOR_CLONES
void shrink_row(const float* row, const FilterTaps& taps, int width, const Scale& scale, RowOut out) {
  if (taps.stride == 2) return shrink_row(2, row, taps, width, scale, out);
  if (taps.stride == 3) return shrink_row(3, row, taps, width, scale, out);
  if (taps.stride == 4) return shrink_row(4, row, taps, width, scale, out);
  if (taps.stride == 5) return shrink_row(5, row, taps, width, scale, out);
  if (taps.stride == 6) return shrink_row(6, row, taps, width, scale, out);
  if (taps.stride == 7) return shrink_row(7, row, taps, width, scale, out);
  shrink_row(taps.stride, row, taps, width, scale, out);
}

}  // namespace

// Rows first: that pass runs along memory and vectorises; the second works on what is left.
void resize(const Image& image, const View& view, const Normalisation& normalisation, const Canvas& canvas,
            ResizeScratch& scratch) {
  make_filter_taps(view.crop.height, view.scaled_height, view.window.y, view.window.height, scratch.rows);
  make_filter_taps(view.crop.width, view.scaled_width, view.window.x, view.window.width, scratch.columns);
  const Scale scale = scale_of(normalisation);
  const std::ptrdiff_t stride = std::ptrdiff_t{3} * image.width;
  const std::uint8_t* origin = image.pixels.data() + (view.crop.y - image.origin_y) * stride +
                               std::ptrdiff_t{3} * (view.crop.x - image.origin_x);
  const int values = 3 * view.crop.width;
  scratch.sums.resize(static_cast<std::size_t>(values));
  // Behind the last pixel are values for weights of 0.
  scratch.row.resize(static_cast<std::size_t>(values + 3 * scratch.columns.stride + 1));
  const std::ptrdiff_t plane = std::ptrdiff_t{canvas.width} * canvas.height;
  for (int y = 0; y < view.window.height; ++y) {
    const auto row = static_cast<std::size_t>(y);
    shrink_rows(origin + scratch.rows.first[row] * stride, stride, scratch.rows.of(y), scratch.rows.count[row], values,
                scratch);
    float* to = canvas.pixels + std::ptrdiff_t{canvas.y + y} * canvas.width + canvas.x;
    if (view.mirrored) to += view.window.width - 1;
    shrink_row(scratch.row.data(), scratch.columns, view.window.width, scale, {to, plane, view.mirrored ? -1 : 1});
  }
}

}  // namespace wattline::trainstep
