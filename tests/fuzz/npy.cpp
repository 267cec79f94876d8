// SPDX-License-Identifier: Apache-2.0
// Fuzz target: arrays of NumPy.
#include "trainstep/data/npy.hpp"

#include <algorithm>

#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace wattline;
  const fuzz::InputFile file(data, size);
  fuzz::may_be_refused(ExitCode::data, [&] {
    const trainstep::IntegerArray array(file.path());
    fuzz::require(array.size() <= size);
    if (array.size() == 0) return;
    array.at(array.size() - 1);
    const std::size_t count = std::min<std::size_t>(array.size(), 64);
    std::int64_t values[64];
    array.copy(array.size() - count, count, 1000, values);
    for (std::size_t i = 0; i < count; ++i) fuzz::require(values[i] >= 0 && values[i] < 1000);
  });
  return 0;
}
