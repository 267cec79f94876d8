// SPDX-License-Identifier: Apache-2.0
// The folder that a data set is written into.
#pragma once
#include <boost/filesystem/path.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wattline::dsgen {

// Files of a set: the name under its folder, and bytes.
using FileSizes = std::vector<std::pair<std::string, std::int64_t>>;

// Makes the folder. Refuses one that holds anything: two sets in one folder would be trained as one.
void prepare_folder(const boost::filesystem::path& folder);

// Writes a whole file; a file that could not be written whole is removed again.
void write_file(const boost::filesystem::path& path, std::string_view data);

}  // namespace wattline::dsgen
