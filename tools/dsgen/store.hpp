// SPDX-License-Identifier: Apache-2.0
// The folder that a data set is written into.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/filesystem.hpp"

namespace wattline::dsgen {

// A file of a set, once it is written.
struct WrittenFile {
  std::string name;  // under the set's folder
  std::int64_t bytes = 0;
  std::optional<std::int64_t> samples{};  // in this file; empty = they are spread over several files
};
using WrittenFiles = std::vector<WrittenFile>;

// Makes a folder with those above it, unless it exists.
void make_folder(const fs::path& folder);

// The same for the folder of a set. Refuses one that holds anything: two sets in one folder would be trained as one.
void prepare_folder(const fs::path& folder);

// Writes a whole file; a file that could not be written whole is removed again.
void write_file(const fs::path& path, std::string_view data);

}  // namespace wattline::dsgen
