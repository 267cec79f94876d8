// SPDX-License-Identifier: Apache-2.0
// The disk and the file system that hold a data set, for meta files.
#pragma once
#include <string>

#include "io/meta.hpp"
#include "io/root.hpp"

namespace wattline::platform {

// data_device: name of the disk. data_filesystem: its type, as in /proc/filesystems. data_read_ahead_kb: how far the
// kernel reads ahead of a sequential reader. What is unknown is left out; nothing is known of a path that does not
// exist.
io::Meta storage_facts(const std::string& data, const io::Root& root);

}  // namespace wattline::platform
