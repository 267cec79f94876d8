// SPDX-License-Identifier: Apache-2.0
#include "dsgen/digits.hpp"

#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "dsgen/parallel.hpp"
#include "io/replace_file.hpp"

namespace wattline::dsgen {

namespace {

struct Segment {
  double x0, y0, x1, y1;
};

// a b c d e f g of a seven-segment figure in a box of width 1 and height 2.
constexpr Segment kSegments[7] = {{0, 0, 1, 0}, {1, 0, 1, 1}, {1, 1, 1, 2}, {0, 2, 1, 2},
                                  {0, 1, 0, 2}, {0, 0, 0, 1}, {0, 1, 1, 1}};
constexpr unsigned kLit[10] = {0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f};

constexpr std::size_t kDigitsAtOnce = 4096;  // digits made between two writes

struct Pose {
  double scale, left, top, slant, radius;
};

double distance(const Segment& s, double x, double y) {
  const double dx = s.x1 - s.x0, dy = s.y1 - s.y0;
  const double t = std::clamp((x - s.x0) * dx + (y - s.y0) * dy, 0.0, 1.0);  // segments have length 1
  return std::hypot(x - s.x0 - t * dx, y - s.y0 - t * dy);
}

// Distance in pixels from the middle of pixel (column, row) to the nearest lit segment.
double nearest(int label, const Pose& pose, int column, int row) {
  const double y = (row + 0.5 - pose.top) / pose.scale;
  const double x = (column + 0.5 - pose.left) / pose.scale + pose.slant * (y - 1);
  double best = 1e9;
  for (int k = 0; k < 7; ++k) {
    if ((kLit[label] >> k & 1U) != 0) best = std::min(best, distance(kSegments[k], x, y));
  }
  return best * pose.scale;
}

std::string big_endian(std::uint32_t value) {
  std::string text(4, '\0');
  for (int i = 0; i < 4; ++i) text[static_cast<std::size_t>(i)] = static_cast<char>(value >> (24 - 8 * i) & 0xffU);
  return text;
}

std::string idx_header(std::initializer_list<std::size_t> sizes) {
  constexpr std::uint32_t kUnsignedBytes = 0x0800;
  std::string text = big_endian(kUnsignedBytes + static_cast<std::uint32_t>(sizes.size()));
  for (const std::size_t size : sizes) text += big_endian(static_cast<std::uint32_t>(size));
  return text;
}

int digit_label(std::uint64_t seed, std::size_t i) {
  return static_cast<int>(Random(mix64(seed, i)).below(10));
}

}  // namespace

Digit make_digit(int label, std::uint64_t seed) {
  Random random(seed);
  Pose pose{random.uniform(7, 10), random.uniform(7, 11), random.uniform(4, 6), random.uniform(0, 0.25),
            random.uniform(1.0, 1.8)};
  Digit digit;
  for (int row = 0; row < kDigitSide; ++row) {
    for (int column = 0; column < kDigitSide; ++column) {
      const double ink = pose.radius + 0.5 - nearest(label, pose, column, row);
      const double shade = 255 * std::clamp(ink, 0.0, 1.0) * random.uniform(0.8, 1.0);
      digit[static_cast<std::size_t>(row * kDigitSide + column)] = static_cast<std::uint8_t>(shade);
    }
  }
  return digit;
}

namespace {

// Of the endless sequence that the seed gives.
struct DigitRange {
  std::size_t first, count;
  std::uint64_t seed;
};

void write_digits_to(io::Output& images, io::Output& labels, const DigitRange& digits) {
  images.write(idx_header({digits.count, kDigitSide, kDigitSide}));
  labels.write(idx_header({digits.count}));
  const std::size_t last = digits.first + digits.count;
  for (std::size_t begin = digits.first; begin < last; begin += kDigitsAtOnce) {
    const std::size_t end = std::min(begin + kDigitsAtOnce, last);
    std::string pixels((end - begin) * sizeof(Digit), '\0'), classes(end - begin, '\0');
    parallel_for(begin, end, [&](std::size_t i) {
      const int label = digit_label(digits.seed, i);
      const Digit digit = make_digit(label, mix64(digits.seed, i, 1));
      std::copy(digit.begin(), digit.end(), pixels.begin() + static_cast<std::ptrdiff_t>((i - begin) * sizeof(Digit)));
      classes[i - begin] = static_cast<char>(label);
    });
    images.write(pixels);
    labels.write(classes);
  }
}

WrittenFiles write_part(const fs::path& folder, const std::string& part, const DigitRange& digits) {
  const std::string image_name = part + "-images-idx3-ubyte", label_name = part + "-labels-idx1-ubyte";
  std::int64_t image_bytes = 0, label_bytes = 0;
  io::replace_file((folder / image_name).string(), [&](io::Output& images) {
    io::replace_file((folder / label_name).string(), [&](io::Output& labels) {
      write_digits_to(images, labels, digits);
      image_bytes = images.size();
      label_bytes = labels.size();
    });
  });
  const auto count = static_cast<std::int64_t>(digits.count);
  return {{image_name, image_bytes, count}, {label_name, label_bytes, count}};
}

}  // namespace

WrittenFiles write_digits(const fs::path& folder, const DigitSetOptions& options) {
  WrittenFiles files = write_part(folder, "train", {0, options.count, options.seed});
  if (options.test == 0) return files;
  const WrittenFiles test = write_part(folder, "t10k", {options.count, options.test, options.seed});
  files.insert(files.end(), test.begin(), test.end());
  return files;
}

}  // namespace wattline::dsgen
