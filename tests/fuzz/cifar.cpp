// SPDX-License-Identifier: Apache-2.0
// Fuzz target: CIFAR-10's binary files.
#include "data_folder.hpp"
#include "trainstep/data/cifar10.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const fuzz::DataFolder folder;
  folder.write("data_batch_1.bin", fuzz::text_of(data, size));
  fuzz::may_be_refused(ExitCode::data, [&] { fuzz::read_last_sample(trainstep::cifar10(folder.path())); });
  return 0;
}
