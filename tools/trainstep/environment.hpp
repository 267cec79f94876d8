// SPDX-License-Identifier: Apache-2.0
// What a run's times depend on beside its options, for the meta file: the machine, its software and power mode, and the
// storage of the data set.
#pragma once
#include <string>

#include "io/meta.hpp"
#include "io/root.hpp"

namespace wattline::trainstep {

// data_device: name of the disk. data_filesystem: its type, as in /proc/filesystems. data_read_ahead_kb: how far the
// kernel reads ahead of a sequential reader. What is unknown is left out; `data` is empty if samples are synthetic.
io::Meta storage_facts(const std::string& data, const io::Root& root);

// Appends the machine's facts (platform/mode/software.hpp) and those of the storage. Names that `meta` has stay as they
// are: a run knows its own `model` and `torch`.
void add_environment(io::Meta& meta, const std::string& data, const io::Root& root);

}  // namespace wattline::trainstep
