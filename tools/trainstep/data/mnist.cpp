// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/mnist.hpp"

#include <memory>

#include "base/error.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

constexpr float kMean = 0.1307F, kDeviation = 0.3081F;  // of MNIST's training pixels
constexpr std::int64_t kClasses = 10;

struct Idx {
  std::vector<std::size_t> shape;
  std::vector<std::uint8_t> file;
  std::size_t offset = 0;  // of the values
};

std::size_t big_endian(const std::uint8_t* bytes) {
  return std::size_t{bytes[0]} << 24 | std::size_t{bytes[1]} << 16 | std::size_t{bytes[2]} << 8 | bytes[3];
}

// Magic number: 0, 0, type (8 = unsigned byte), number of dimensions; then each dimension, then the values.
Idx read_idx(const std::string& path, std::size_t dimensions) {
  Idx idx;
  io::read_regular_file(path, idx.file);
  idx.offset = 4 + 4 * dimensions;
  const std::vector<std::uint8_t>& bytes = idx.file;
  if (bytes.size() < idx.offset || bytes[0] != 0 || bytes[1] != 0 || bytes[2] != 8 || bytes[3] != dimensions) {
    throw data_error(path + ": is not an IDX file of bytes with " + std::to_string(dimensions) + " dimensions",
                     "MNIST's files must be unpacked (gunzip)");
  }
  std::size_t values = 1;
  for (std::size_t d = 0; d < dimensions; ++d) {
    idx.shape.push_back(big_endian(bytes.data() + 4 + 4 * d));
    values *= idx.shape.back();
  }
  if (bytes.size() - idx.offset != values)
    throw data_error(path + ": has " + std::to_string(bytes.size() - idx.offset) + " values, its header says " +
                     std::to_string(values));
  return idx;
}

std::string find_file(const std::string& path, const std::string& name) {
  for (const char* folder : {"/", "/MNIST/raw/", "/raw/"}) {
    if (fs::exists(path + folder + name)) return path + folder + name;
  }
  throw data_error(path + ": no " + name, "the folder must have MNIST's unpacked files");
}

void check_labels(const std::string& path, const Idx& labels) {
  for (std::size_t i = labels.offset; i < labels.file.size(); ++i) {
    if (labels.file[i] >= kClasses)
      throw data_error(path + ": label " + std::to_string(labels.file[i]) + " is above 9");
  }
}

}  // namespace

Dataset mnist(const std::string& path, SetPart part) {
  const std::string name = part == SetPart::training ? "train" : "t10k";
  const auto images = std::make_shared<const Idx>(read_idx(find_file(path, name + "-images-idx3-ubyte"), 3));
  const auto labels = std::make_shared<const Idx>(read_idx(find_file(path, name + "-labels-idx1-ubyte"), 1));
  if (images->shape[0] != labels->shape[0]) throw data_error(path + ": the numbers of images and labels differ");
  if (images->shape[0] == 0) throw data_error(path + ": holds no images");
  if (images->shape[1] != 28 || images->shape[2] != 28) throw data_error(path + ": images are not 28 x 28");
  check_labels(path, *labels);
  constexpr std::size_t kPixels = 28 * 28;
  Dataset set;
  set.path = path;
  set.size = images->shape[0];
  set.classes = kClasses;
  set.fields = {{"image", Element::f32, {1, 28, 28}}, {"label", Element::i64, {}}};
  set.read = [](std::size_t, Random&, Scratch&) {};
  set.prepare = [images, labels](std::size_t i, Random&, Scratch&, Minibatch& batch, std::size_t place) {
    const std::uint8_t* from = images->file.data() + images->offset + i * kPixels;
    float* to = batch.floats(0, place);
    for (std::size_t k = 0; k < kPixels; ++k) to[k] = (static_cast<float>(from[k]) / 255.0F - kMean) / kDeviation;
    *batch.integers(1, place) = labels->file[labels->offset + i];
  };
  return set;
}

}  // namespace wattline::trainstep
