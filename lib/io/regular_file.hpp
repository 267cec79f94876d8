// SPDX-License-Identifier: Apache-2.0
// Whole files. Anything but a regular file (a FIFO, a device) is refused, so that nothing waits for it.
#pragma once
#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/fd.hpp"

namespace wattline::io {

// stat(2); nullopt if there is no file. Throws os_error() where that cannot be known: a failing disk does not make a
// file absent.
std::optional<struct stat> file_status(const std::string& path);

// Opened for reading. A data error when it is absent, cannot be opened or is no regular file: the folder that names it
// is the data, of which one file is wrong.
struct RegularFile {
  Fd fd;
  std::uint64_t size = 0;
};
RegularFile open_regular_file(const std::string& path);

constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

// The whole file into `data`, which keeps its memory from call to call. Throws a data error that names the file, also
// when it has more than `limit` bytes or than memory holds.
void read_regular_file(const std::string& path, std::vector<std::uint8_t>& data, std::uint64_t limit = kNoLimit);
std::string text_of_regular_file(const std::string& path);

}  // namespace wattline::io
