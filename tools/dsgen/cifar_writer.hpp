// SPDX-License-Identifier: Apache-2.0
// Small images in the binary version of CIFAR-10 (https://www.cs.toronto.edu/~kriz/cifar.html).
#pragma once
#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <cstdint>

#include "dsgen/store.hpp"

namespace wattline::dsgen {

struct CifarOptions {
  std::size_t count = 50'000;
  std::uint64_t seed = 1;
};
// data_batch_1.bin .. data_batch_5.bin: records of a label and three planes of 32 x 32.
FileSizes write_cifar(const boost::filesystem::path& folder, const CifarOptions& options);

}  // namespace wattline::dsgen
