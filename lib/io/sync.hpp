// SPDX-License-Identifier: Apache-2.0
// The fsync that makes a write or a new name survive a power cut.
#pragma once
#include <string>

namespace wattline::io {

// fdatasync(2): 0 or its errno. EINVAL and EROFS count as 0, because pipes, devices and file systems that are
// read-only or cannot sync answer so (fdatasync(2), ERRORS).
int sync_data(int fd);

// Makes the names in a folder survive a power cut; a folder that may not be read is left to the kernel. Throws
// Error{io} when the disk fails.
void sync_folder(const std::string& path);
// The same for a folder that is held open, also with O_PATH; the path is for messages.
void sync_folder(int folder, const std::string& path);

}  // namespace wattline::io
