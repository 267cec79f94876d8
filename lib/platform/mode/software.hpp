// SPDX-License-Identifier: Apache-2.0
// The software stack of a board, which affects training times and is therefore recorded with every result.
#pragma once
#include <string>

#include "io/meta.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::platform {

// board, model, module, soc, super, l4t, jetpack, kernel, cuda, cudnn, torch, the facts of board/hardware.hpp, and for
// each knob its mechanism and how it was tested. A missing value is empty.
io::Meta board_facts(const Machine& machine);

// For the meta file of a run: the facts above up to torch that have a value, clocks_pinned (1 if no clock of cores, GPU
// and memory can change, else 0), clocks_capped (those of them that may vary, but not up to the highest of their
// table), both left out for a machine without such clocks, and the mode in force as mode_start.
io::Meta run_facts(const Machine& machine);
// The mode in force now, as a fact of this name.
io::Meta::value_type mode_fact(const Machine& machine, const std::string& name);

// NVIDIA's name for a release: r35.4.1 is JetPack 5.1.2. Empty if it is not in the published list.
std::string jetpack_version(const Release& release);

}  // namespace wattline::platform
