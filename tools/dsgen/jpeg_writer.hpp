// SPDX-License-Identifier: Apache-2.0
// Writes JPEG files.
#pragma once
#include <string>

#include "dsgen/texture.hpp"

namespace wattline::dsgen {

// A baseline JPEG file (4:2:0, standard Huffman tables as most cameras write) in memory; quality is 1..100.
std::string encode_jpeg(const YccImage& image, int quality);

}  // namespace wattline::dsgen
