// SPDX-License-Identifier: Apache-2.0
// Samples of the right shape without files, which a network can learn all the same.
#pragma once
#include <cstdint>

#include "trainstep/data/dataset.hpp"

namespace wattline::trainstep {

// Noise whose brightness is the class.
Dataset synthetic_images(std::size_t size, std::int64_t channels, int side, std::int64_t classes);
// One bright square per image; its shade is the class.
Dataset synthetic_boxes(std::size_t size, int side, std::int64_t classes);
// Each word is followed by the one that its number gives.
Dataset synthetic_text(std::size_t size, std::int64_t length, std::int64_t vocabulary);
// The answer stands between two marker tokens.
Dataset synthetic_questions(std::size_t size, std::int64_t length, std::int64_t vocabulary);

}  // namespace wattline::trainstep
