// SPDX-License-Identifier: Apache-2.0
// Digits in the format of MNIST: IDX files (http://yann.lecun.com/exdb/mnist/, "the IDX file format").
#pragma once
#include <array>
#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <cstdint>
#include <string>

namespace wattline::dsgen {

constexpr int kDigitSide = 28;
using Digit = std::array<std::uint8_t, kDigitSide * kDigitSide>;

// A seven-segment figure of `label` (0..9) with slant, size, place and thickness of its own.
Digit make_digit(int label, std::uint64_t seed);

struct DigitSetOptions {
  std::size_t count = 60'000;
  std::uint64_t seed = 1;
};

// The two files of a training set and their sizes.
struct DigitFiles {
  std::string images = "train-images-idx3-ubyte", labels = "train-labels-idx1-ubyte";
  std::int64_t image_bytes = 0, label_bytes = 0;
};
DigitFiles write_digits(const boost::filesystem::path& folder, const DigitSetOptions& options);

}  // namespace wattline::dsgen
