// SPDX-License-Identifier: Apache-2.0
// The software stack of a board, which changes training times noticeably and belongs to every result.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "platform/machine.hpp"

namespace wattline::platform {

// (name, value) pairs: board, model, module, soc, l4t, jetpack, kernel, cuda, cudnn, torch, and for each knob its
// mechanism and how far it is verified. A value that is not there is empty.
std::vector<std::pair<std::string, std::string>> board_facts(const Machine& machine);

// NVIDIA's name for a release: r35.4.1 is JetPack 5.1.2. Empty when it is not in the published list.
std::string jetpack_version(const Release& release);

}  // namespace wattline::platform
