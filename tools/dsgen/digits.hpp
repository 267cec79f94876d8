// SPDX-License-Identifier: Apache-2.0
// Digits in the format of MNIST: IDX files (http://yann.lecun.com/exdb/mnist/, "the IDX file format").
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "dsgen/store.hpp"
#include "io/filesystem.hpp"

namespace wattline::dsgen {

constexpr int kDigitSide = 28;
using Digit = std::array<std::uint8_t, kDigitSide * kDigitSide>;

// A seven-segment figure of `label` (0..9) with slant, size, place and thickness of its own.
Digit make_digit(int label, std::uint64_t seed);

struct DigitSetOptions {
  std::size_t count = 60'000, test = 0;  // of the training set and of the test set
  std::uint64_t seed = 1;
};

// Writes train-images-idx3-ubyte and train-labels-idx1-ubyte, and the files t10k of a test set if there is to be one.
WrittenFiles write_digits(const fs::path& folder, const DigitSetOptions& options);

}  // namespace wattline::dsgen
