// SPDX-License-Identifier: Apache-2.0
// Files that are replaced as a whole, and the fsync that makes a write or a new name survive a power cut.
#pragma once
#include <functional>
#include <string>

#include "io/output.hpp"

namespace wattline::io {

// Writes PATH.new with `write`, fsyncs it, renames it to PATH and fsyncs the folder: a reader, or a machine that loses
// power, finds the old file or the new one and never half of one. Throws Error{io}; the old file is then still there.
// A path that is no regular file (/dev/stdout, a FIFO) is written in place.
void replace_file(const std::string& path, const std::function<void(Output&)>& write);

// fdatasync(2): 0 or its errno. EINVAL and EROFS count as 0, because pipes, devices and file systems that are
// read-only or cannot sync answer so (fdatasync(2), ERRORS).
int sync_data(int fd);

// Makes the names in a folder survive a power cut; a folder that may not be read is left to the kernel. Throws
// Error{io} when the disk fails.
void sync_folder(const std::string& path);

}  // namespace wattline::io
