// SPDX-License-Identifier: Apache-2.0
// Reads whole files into memory that is kept from file to file.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace wattline::trainstep {

// The whole file into `data`, which keeps its memory from call to call. Throws a data error that names the file.
void read_file(const std::string& path, std::vector<std::uint8_t>& data);

}  // namespace wattline::trainstep
