// SPDX-License-Identifier: Apache-2.0
// dsgen cifar: small images in the binary version of CIFAR-10 (https://www.cs.toronto.edu/~kriz/cifar.html).
#include <algorithm>

#include "base/random.hpp"
#include "dsgen/dsgen.hpp"
#include "dsgen/parallel.hpp"
#include "dsgen/set_subcommand.hpp"
#include "dsgen/texture.hpp"

namespace wattline::dsgen {

namespace {

struct CifarOptions {
  std::size_t count = 50'000;
  std::uint64_t seed = 1;
};

void declare(cli::App& app, CifarOptions& set) {
  declare_count(app, set.count, set.seed);
}

constexpr std::size_t kFiles = 5, kSide = 32, kRecord = 1 + 3 * kSide * kSide;
constexpr int kClasses = 10;

std::uint8_t bounded(double value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
}

// Red, green and blue from the texture's YCbCr (ITU-R BT.601, full range as in JPEG).
void write_record(const YccImage& image, int label, char* out) {
  *out++ = static_cast<char>(label);
  for (std::size_t i = 0; i < kSide * kSide; ++i) {
    const std::size_t x = i % kSide, y = i / kSide;
    const auto at = [](const Plane& p, std::size_t column, std::size_t row) {
      return static_cast<double>(p.samples[row * static_cast<std::size_t>(p.stride) + column]);
    };
    const double luma = at(image.luma, x, y), blue = at(image.blue, x / 2, y / 2) - 128,
                 red = at(image.red, x / 2, y / 2) - 128;
    out[i] = static_cast<char>(bounded(luma + 1.402 * red));
    out[i + kSide * kSide] = static_cast<char>(bounded(luma - 0.344 * blue - 0.714 * red));
    out[i + 2 * kSide * kSide] = static_cast<char>(bounded(luma + 1.772 * blue));
  }
}

// data_batch_1.bin .. data_batch_5.bin: records of a label and three planes of 32 x 32.
WrittenFiles write_cifar(const fs::path& folder, const CifarOptions& options) {
  WrittenFiles files;
  for (std::size_t file = 0; file < kFiles; ++file) {
    const std::size_t begin = file * options.count / kFiles, end = (file + 1) * options.count / kFiles;
    if (begin == end) continue;
    std::string data((end - begin) * kRecord, '\0');
    parallel_for(begin, end, [&](std::size_t i) {
      const int label = static_cast<int>(i % kClasses);
      const YccImage image = make_image({kSide, kSide, label, kClasses, 1}, mix64(options.seed, i));
      write_record(image, label, &data[(i - begin) * kRecord]);
    });
    const std::string name = "data_batch_" + std::to_string(file + 1) + ".bin";
    write_file(folder / name, data);
    files.push_back({name, static_cast<std::int64_t>(data.size())});
  }
  return files;
}

}  // namespace

cli::Subcommand cifar_subcommand() {
  return set_subcommand("cifar", "Images of 32 x 32 pixels in CIFAR-10's binary files", declare, write_cifar);
}

}  // namespace wattline::dsgen
