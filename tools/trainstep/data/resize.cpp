// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "trainstep/data/image.hpp"

namespace wattline::trainstep {

namespace {

constexpr int kBits = 14;  // of the fixed-point weights
constexpr std::int32_t kOne = 1 << kBits;

// For each output position: the inputs that count and their weights, which add up to kOne.
struct Taps {
  std::vector<int> first, count;
  std::vector<std::int16_t> weights;  // `stride` per position
  int stride = 0;
  const std::int16_t* of(int position) const { return weights.data() + static_cast<std::ptrdiff_t>(position) * stride; }
};

// Rounds so that the sum stays exact: the largest weight takes what rounding left.
void quantise(const std::vector<double>& exact, int count, double sum, std::int16_t* weights) {
  int left = kOne, largest = 0;
  for (int k = 0; k < count; ++k) {
    weights[k] = static_cast<std::int16_t>(std::lround(exact[static_cast<std::size_t>(k)] / sum * kOne));
    left -= weights[k];
    if (weights[k] > weights[largest]) largest = k;
  }
  weights[largest] = static_cast<std::int16_t>(weights[largest] + left);
}

// A triangle as wide as the pixels it merges, as Pillow's BILINEAR: `in` samples to `out`, of which a window is needed.
Taps make_taps(int in, int out, int begin, int count) {
  const double scale = static_cast<double>(in) / out, width = std::max(scale, 1.0);
  Taps taps;
  taps.stride = 2 * static_cast<int>(std::ceil(width)) + 1;
  taps.weights.assign(static_cast<std::size_t>(count) * static_cast<std::size_t>(taps.stride), 0);
  std::vector<double> exact(static_cast<std::size_t>(taps.stride));
  for (int i = 0; i < count; ++i) {
    const double centre = (begin + i + 0.5) * scale;
    const int first = std::max(0, static_cast<int>(centre - width + 0.5));
    const int last = std::min(in, static_cast<int>(centre + width + 0.5));
    double sum = 0;
    for (int k = first; k < last; ++k) {
      const double weight = std::max(0.0, 1 - std::abs((k - centre + 0.5) / width));
      exact[static_cast<std::size_t>(k - first)] = weight;
      sum += weight;
    }
    quantise(exact, last - first, sum, taps.weights.data() + static_cast<std::ptrdiff_t>(i) * taps.stride);
    taps.first.push_back(first);
    taps.count.push_back(last - first);
  }
  return taps;
}

// The processor at hand decides which of the clones runs; all give the same bits.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WATTLINE_VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define WATTLINE_VECTOR_CLONES
#endif

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
void round_row(const std::uint16_t* __restrict sums, std::uint8_t* __restrict row, int n) {
  for (int i = 0; i < n; ++i) row[i] = static_cast<std::uint8_t>(sums[i] >> 8);
}

// Weights of a whole grey level are 65536, which does not fit; the least bit that is lost there is rounded away.
std::uint16_t row_weight(std::int16_t weight) {
  return static_cast<std::uint16_t>(std::min(weight << 2, 65535));
}

// The weighted sum of `count` rows that are `stride` apart, rounded to bytes.
void shrink_rows(const std::uint8_t* rows, std::ptrdiff_t stride, const std::int16_t* weights, int count, int n,
                 ResizeScratch& scratch) {
  // Half a grey level, and half a bit for what each product truncates.
  const auto half = static_cast<std::uint16_t>(128 + std::min(count / 2, 100));
  std::fill_n(scratch.sums.begin(), n, half);
  int k = 0;
  for (; k + 1 < count; k += 2, rows += 2 * stride) {
    add_two_rows(rows, rows + stride, row_weight(weights[k]), row_weight(weights[k + 1]), scratch.sums.data(), n);
  }
  if (k < count) add_row(rows, row_weight(weights[k]), scratch.sums.data(), n);
  round_row(scratch.sums.data(), scratch.row.data(), n);
}

// Normalised value of each grey level.
using Table = std::array<std::array<float, 256>, 3>;

Table make_table(const Normalisation& normalisation) {
  Table table;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    for (std::size_t level = 0; level < 256; ++level) {
      const float value = static_cast<float>(level) / 255.0f;
      table[channel][level] = (value - normalisation.mean[channel]) / normalisation.deviation[channel];
    }
  }
  return table;
}

struct Planes {
  float* out[3];
};

void shrink_row(const std::uint8_t* row, const Taps& taps, int width, bool mirrored, const Table& table,
                const Planes& planes) {
  for (int x = 0; x < width; ++x) {
    const std::int16_t* weights = taps.of(x);
    const std::uint8_t* pixel = row + 3 * static_cast<std::ptrdiff_t>(taps.first[static_cast<std::size_t>(x)]);
    std::int32_t red = kOne / 2, green = kOne / 2, blue = kOne / 2;
    for (int k = 0; k < taps.count[static_cast<std::size_t>(x)]; ++k, pixel += 3) {
      red += weights[k] * pixel[0];
      green += weights[k] * pixel[1];
      blue += weights[k] * pixel[2];
    }
    const int to = mirrored ? width - 1 - x : x;
    planes.out[0][to] = table[0][static_cast<std::size_t>(red >> kBits)];
    planes.out[1][to] = table[1][static_cast<std::size_t>(green >> kBits)];
    planes.out[2][to] = table[2][static_cast<std::size_t>(blue >> kBits)];
  }
}

}  // namespace

// Rows first: that pass runs along memory and vectorises; the second works on what is left.
void resize(const Image& image, const View& view, const Normalisation& normalisation, const Canvas& canvas,
            ResizeScratch& scratch) {
  const Taps rows = make_taps(view.crop.height, view.scaled_height, view.window.y, view.window.height);
  const Taps columns = make_taps(view.crop.width, view.scaled_width, view.window.x, view.window.width);
  const Table table = make_table(normalisation);
  const std::ptrdiff_t stride = std::ptrdiff_t{3} * image.width;
  const std::uint8_t* origin = image.pixels.data() + (view.crop.y - image.origin_y) * stride +
                               std::ptrdiff_t{3} * (view.crop.x - image.origin_x);
  const int bytes = 3 * view.crop.width;
  scratch.sums.resize(static_cast<std::size_t>(bytes));
  scratch.row.resize(static_cast<std::size_t>(bytes) + kPixelPadding);
  const std::ptrdiff_t plane = std::ptrdiff_t{canvas.width} * canvas.height;
  for (int y = 0; y < view.window.height; ++y) {
    const auto row = static_cast<std::size_t>(y);
    shrink_rows(origin + rows.first[row] * stride, stride, rows.of(y), rows.count[row], bytes, scratch);
    float* to = canvas.pixels + std::ptrdiff_t{canvas.y + y} * canvas.width + canvas.x;
    shrink_row(scratch.row.data(), columns, view.window.width, view.mirrored, table,
               {{to, to + plane, to + 2 * plane}});
  }
}

}  // namespace wattline::trainstep
