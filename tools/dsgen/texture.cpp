// SPDX-License-Identifier: Apache-2.0
#include "dsgen/texture.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"

namespace wattline::dsgen {

namespace {

constexpr double kTwoPi = 6.283185307179586;
constexpr int kFineOctaves = 3;     // the octaves that `detail` governs
constexpr int kCoarsestPixels = 4;  // octaves stop when the image is this small
constexpr int kMcu = 16;            // samples of a 4:2:0 block

struct Field {
  int width, height;
  std::vector<float> values;
  float* row(int y) { return values.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width); }
};

int halved(int n, int times) {
  return std::max(1, (n + (1 << times) - 1) >> times);
}

// Uniform in [-1, 1) from a position: no state, so the loop over it vectorises.
inline float noise_at(std::uint32_t seed, std::uint32_t position) {
  std::uint32_t h = position * 0x9e3779b1U + seed;
  h = (h ^ (h >> 15)) * 0x2c1b3c6dU;
  h = (h ^ (h >> 12)) * 0x297a2d39U;
  h ^= h >> 15;
  return static_cast<float>(static_cast<std::int32_t>(h)) * 0x1p-31f;
}

void add_noise(Field& field, float gain, Random& random) {
  const auto seed = static_cast<std::uint32_t>(random.next());
  const std::size_t n = field.values.size();
  for (std::size_t i = 0; i < n; ++i) field.values[i] += gain * noise_at(seed, static_cast<std::uint32_t>(i));
}

// One row at twice the width, linear, sample centres kept.
void widen(const float* in, int in_width, float* out, int out_width) {
  for (int x = 0; x < out_width; ++x) {
    const int near = std::min(x / 2, in_width - 1);
    const int far = std::clamp(x % 2 == 0 ? near - 1 : near + 1, 0, in_width - 1);
    out[x] = 0.75F * in[near] + 0.25F * in[far];
  }
}

Field doubled(Field& in, int width, int height) {
  Field wide{width, in.height,
             std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(in.height))};
  for (int y = 0; y < in.height; ++y) widen(in.row(y), in.width, wide.row(y), width);
  Field out{width, height, std::vector<float>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
  for (int y = 0; y < height; ++y) {
    const int near = std::min(y / 2, in.height - 1);
    const int far = std::clamp(y % 2 == 0 ? near - 1 : near + 1, 0, in.height - 1);
    const float* a = wide.row(near);
    const float* b = wide.row(far);
    float* to = out.row(y);
    for (int x = 0; x < width; ++x) to[x] = 0.75F * a[x] + 0.25F * b[x];
  }
  return out;
}

float octave_gain(int octave, double detail) {
  if (octave >= kFineOctaves) return 1;
  return static_cast<float>(std::pow(detail, static_cast<double>(kFineOctaves - octave) / kFineOctaves));
}

// Equal amplitude in each octave is a 1/f spectrum.
Field fractal(int width, int height, double detail, Random& random) {
  int octave = 0;
  while (halved(std::min(width, height), octave) > kCoarsestPixels) ++octave;
  Field field{halved(width, octave), halved(height, octave), {}};
  field.values.assign(static_cast<std::size_t>(field.width) * static_cast<std::size_t>(field.height), 0);
  add_noise(field, octave_gain(octave, detail), random);
  while (octave-- > 0) {
    field = doubled(field, halved(width, octave), halved(height, octave));
    add_noise(field, octave_gain(octave, detail), random);
  }
  return field;
}

// sin(a x + b y + phase) for all x, y from two tables: sin(p + q) = sin p cos q + cos p sin q.
void add_wave(Field& field, double cycles_x, double cycles_y, double phase, float gain) {
  std::vector<float> sines(static_cast<std::size_t>(field.width)), cosines(sines.size());
  for (std::size_t x = 0; x < sines.size(); ++x) {
    const double angle = kTwoPi * cycles_x * static_cast<double>(x) / field.width + phase;
    sines[x] = gain * static_cast<float>(std::sin(angle));
    cosines[x] = gain * static_cast<float>(std::cos(angle));
  }
  for (int y = 0; y < field.height; ++y) {
    const double angle = kTwoPi * cycles_y * y / field.height;
    const auto s = static_cast<float>(std::sin(angle)), c = static_cast<float>(std::cos(angle));
    float* row = field.row(y);
    for (std::size_t x = 0; x < sines.size(); ++x) row[x] += sines[x] * c + cosines[x] * s;
  }
}

Plane quantised(Field& field, float offset, float scale) {
  Plane plane{field.width, field.height, (field.width + kMcu - 1) / kMcu * kMcu, {}};
  plane.samples.resize(static_cast<std::size_t>(plane.stride) * static_cast<std::size_t>(plane.height));
  for (int y = 0; y < plane.height; ++y) {
    const float* in = field.row(y);
    std::uint8_t* out = plane.samples.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(plane.stride);
    for (int x = 0; x < plane.width; ++x) {
      out[x] = static_cast<std::uint8_t>(std::clamp(offset + scale * in[x], 0.0F, 255.0F));
    }
    std::fill(out + plane.width, out + plane.stride, out[plane.width - 1]);
  }
  return plane;
}

// What distinguishes the classes: golden-ratio steps keep neighbours far from each other for any number of classes.
struct Looks {
  double hue, direction, cycles;
};

Looks looks_of(int label) {
  const double place = std::fmod(label * 0.6180339887498949, 1.0);
  return {kTwoPi * place, kTwoPi / 2 * std::fmod(label * 0.3819660112501051, 1.0),
          3 + 9 * std::fmod(label * 0.2360679774997897, 1.0)};
}

Plane chroma(const TextureOptions& options, double lean, Random& random) {
  Field field = fractal(halved(options.width, 1), halved(options.height, 1), options.detail / 4, random);
  const double strength = options.classes > 1 ? 36 * lean : 0;
  return quantised(field, static_cast<float>(128 + strength), 7);
}

}  // namespace

YccImage make_image(const TextureOptions& options, std::uint64_t seed) {
  Random random(seed);
  const Looks looks = looks_of(options.label);
  Field luma = fractal(options.width, options.height, options.detail, random);
  const double aspect = static_cast<double>(options.height) / options.width;
  if (options.classes > 1) {
    add_wave(luma, looks.cycles * std::cos(looks.direction), looks.cycles * aspect * std::sin(looks.direction),
             random.uniform(0, kTwoPi), 1.5F);
  }
  const float brightness = static_cast<float>(random.uniform(112, 144));
  YccImage image;
  image.luma = quantised(luma, brightness, 26);
  image.blue = chroma(options, std::cos(looks.hue), random);
  image.red = chroma(options, std::sin(looks.hue), random);
  return image;
}

}  // namespace wattline::dsgen
