// SPDX-License-Identifier: Apache-2.0
// The software stack of a board, which changes training times noticeably and belongs to every result.
#pragma once
#include <string>

#include "io/meta.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::platform {

// board, model, module, soc, l4t, jetpack, kernel, cuda, cudnn, torch, and for each knob its
// mechanism and how far it is verified. A value that is not there is empty.
io::Meta board_facts(const Machine& machine);

// Of a run's meta file: those of board and software that have a value, and the mode in force as mode_start.
io::Meta run_facts(const Machine& machine);
// The mode in force now under that name.
io::Meta::value_type mode_fact(const Machine& machine, const std::string& name);

// NVIDIA's name for a release: r35.4.1 is JetPack 5.1.2. Empty when it is not in the published list.
std::string jetpack_version(const Release& release);

}  // namespace wattline::platform
