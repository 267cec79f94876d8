// SPDX-License-Identifier: Apache-2.0
// Fuzz target: MNIST's IDX files, images and labels from the same bytes, split at the first byte's place.
#include "data_folder.hpp"
#include "trainstep/data/mnist.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  if (size == 0) return 0;
  const std::size_t labels = std::min<std::size_t>(data[0], size - 1);
  const fuzz::DataFolder folder;
  folder.write("train-labels-idx1-ubyte", fuzz::text_of(data + 1, labels));
  folder.write("train-images-idx3-ubyte", fuzz::text_of(data + 1 + labels, size - 1 - labels));
  fuzz::may_be_refused(ExitCode::data, [&] { fuzz::read_last_sample(trainstep::mnist(folder.path())); });
  return 0;
}
