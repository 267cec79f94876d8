// SPDX-License-Identifier: Apache-2.0
// MNIST: the IDX files of its training set or of its test set, held in memory as torchvision does.
#pragma once
#include <string>

#include "trainstep/data/dataset.hpp"

namespace wattline::trainstep {

// Reads train-images-idx3-ubyte and train-labels-idx1-ubyte in `path`, or those of t10k (torchvision's MNIST/raw is
// found too).
// Throws a data error when they are absent, broken or disagree.
Dataset mnist(const std::string& path, SetPart part = SetPart::training);

}  // namespace wattline::trainstep
