// SPDX-License-Identifier: Apache-2.0
// The rows that trainstep alone writes, and its records as rows. Step, epoch, window and summary rows have a second
// writer and stand in io/training_rows.hpp.
#pragma once
#include "io/training_rows.hpp"
#include "trainstep/net/device.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

const io::RowKind& info_rows();

// `source` is measured, or emulated.
void write_step(io::TsvWriter& rows, const StepRecord& step, const char* source);
void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, Device device, const char* source);
void write_window(io::TsvWriter& rows, const WindowRecord& window, const char* source);

}  // namespace wattline::trainstep
