// SPDX-License-Identifier: Apache-2.0
// The processor of an emulated board that prepares samples. Nothing is decoded: each loader thread waits for as long as
// the board would need, and loads the board meanwhile. The board's end is tools/jetsim/files/loader_file.hpp.
#pragma once
#include <string>

#include "io/root.hpp"
#include "trainstep/data/loader.hpp"

namespace wattline::trainstep {

// `workers`: of the loader. Throws unavailable when no board is mounted on the root.
Preparer emulated_loader(const io::Root& board, const std::string& workload, int workers);

}  // namespace wattline::trainstep
