// SPDX-License-Identifier: Apache-2.0
// LibTorch takes 0.3 s of CPU time and 160 MB to load. The program trainstep has none of it, and becomes another one,
// which has it and otherwise is the same, when a network computes.
#pragma once
#include <string>
#include <vector>

#include "cli/context.hpp"

namespace wattline::trainstep {

// Returns in a process that has LibTorch and was started with this environment (NAME=VALUE); becomes one otherwise. To
// be called before anything is opened or read. Throws unavailable if the program with LibTorch is not there.
void need_libtorch(const cli::Context& context, const std::vector<std::string>& environment = {});

}  // namespace wattline::trainstep
