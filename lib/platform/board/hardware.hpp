// SPDX-License-Identifier: Apache-2.0
// What a machine consists of: processors, GPU, memory and disks, for `pmode board`.
#pragma once
#include "io/meta.hpp"
#include "platform/board/detect_board.hpp"

namespace wattline::platform {

// cpu: the kinds of the online cores, such as "Cortex-A57 + Denver 2". cpus: number of cores, also offline ones.
// gpu: the GPU of the SoC, or the first one that NVIDIA's driver lists. memory_b: memory that the kernel manages.
// disk.NAME.model, .size_b and .rotational (0 or 1) for each disk that is no virtual device. A missing value is empty.
io::Meta hardware_facts(const Board& board, const io::Root& root);

}  // namespace wattline::platform
