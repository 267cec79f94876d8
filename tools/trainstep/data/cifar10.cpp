// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/cifar10.hpp"

#include <memory>

#include "base/error.hpp"
#include "io/filesystem.hpp"
#include "io/regular_file.hpp"

namespace wattline::trainstep {

namespace {

constexpr std::size_t kPixels = 32 * 32, kRecord = 1 + 3 * kPixels;  // label, then a plane per colour
constexpr std::uint8_t kClasses = 10;
constexpr float kMean[3] = {0.4914F, 0.4822F, 0.4465F}, kDeviation[3] = {0.2023F, 0.1994F, 0.2010F};

void append_file(const std::string& path, std::vector<std::uint8_t>& records) {
  std::vector<std::uint8_t> file;
  io::read_regular_file(path, file);
  if (file.empty() || file.size() % kRecord != 0)
    throw data_error(path + ": is not a CIFAR-10 file of 3073-byte records");
  for (std::size_t i = 0; i < file.size(); i += kRecord) {
    if (file[i] >= kClasses)
      throw data_error(path + ": record " + std::to_string(i / kRecord) + " has label " + std::to_string(file[i]));
  }
  records.insert(records.end(), file.begin(), file.end());
}

std::vector<std::string> names_of(SetPart part) {
  if (part == SetPart::validation) return {"test_batch.bin"};
  std::vector<std::string> names;
  for (int i = 1; i <= 5; ++i) names.push_back("data_batch_" + std::to_string(i) + ".bin");
  return names;
}

std::vector<std::uint8_t> read_batches(const std::string& path, SetPart part) {
  std::vector<std::uint8_t> records;
  for (const char* folder : {"/", "/cifar-10-batches-bin/"}) {
    for (const std::string& name : names_of(part)) {
      const std::string file = path + folder + name;
      if (fs::exists(file)) append_file(file, records);
    }
    if (!records.empty()) return records;
  }
  throw data_error(path + ": no " + names_of(part).front(), "the folder must have CIFAR-10's binary version");
}

}  // namespace

Dataset cifar10(const std::string& path, SetPart part) {
  const auto records = std::make_shared<const std::vector<std::uint8_t>>(read_batches(path, part));
  Dataset set;
  set.path = path;
  set.size = records->size() / kRecord;
  set.classes = kClasses;
  set.fields = {{"image", Element::f32, {3, 32, 32}}, {"label", Element::i64, {}}};
  set.read = [](std::size_t, Random&, Scratch&) {};
  set.prepare = [records](std::size_t i, Random&, Scratch&, Minibatch& batch, std::size_t place) {
    const std::uint8_t* record = records->data() + i * kRecord;
    float* to = batch.floats(0, place);
    for (std::size_t k = 0; k < 3 * kPixels; ++k) {
      to[k] = (static_cast<float>(record[1 + k]) / 255.0F - kMean[k / kPixels]) / kDeviation[k / kPixels];
    }
    *batch.integers(1, place) = record[0];
  };
  return set;
}

}  // namespace wattline::trainstep
