// SPDX-License-Identifier: Apache-2.0
// Records of the loop to rows of the suite.
#pragma once
#include <string>

#include "io/tsv.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

void write_step(io::TsvWriter& rows, const StepRecord& step);
void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const std::string& device);
void write_window(io::TsvWriter& rows, const WindowRecord& window, std::int64_t batch);

}  // namespace wattline::trainstep
