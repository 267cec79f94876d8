// SPDX-License-Identifier: Apache-2.0
// CIFAR-10 in its binary version, held in memory as torchvision does.
#pragma once
#include <string>

#include "trainstep/data/dataset.hpp"

namespace wattline::trainstep {

// Reads data_batch_1.bin .. data_batch_5.bin in `path` or its cifar-10-batches-bin, as many as there are, or
// test_batch.bin. Throws a data error when there is none or one is broken.
Dataset cifar10(const std::string& path, SetPart part = SetPart::training);

}  // namespace wattline::trainstep
