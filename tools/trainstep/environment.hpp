// SPDX-License-Identifier: Apache-2.0
// What a run's times depend on beside its options, for the meta file: the machine, its software and power mode, and the
// storage of the data set.
#pragma once
#include <string>

#include "io/meta.hpp"
#include "io/root.hpp"

namespace wattline::trainstep {

// Appends the machine's facts (platform/mode/software.hpp) and those of the storage (platform/load/storage.hpp). Names
// that `meta` has stay as they are: a run knows its own `model` and `torch`. `data` is empty if samples are synthetic.
void add_environment(io::Meta& meta, const std::string& data, const io::Root& root);

}  // namespace wattline::trainstep
