// SPDX-License-Identifier: Apache-2.0
// The checksums of LibTorch's archives, which are zip files. LibTorch writes them and does not look at them.
#pragma once
#include <string>

namespace wattline::trainstep {

// Reads the whole file. Throws os_error() when it cannot be read, and a data error when it is no regular file or an
// entry is not what was written. A file that is no zip file is left to LibTorch, which refuses it. PyTorch can leave
// checksums out, which are then 0.
void check_archive(const std::string& path);

}  // namespace wattline::trainstep
