// SPDX-License-Identifier: Apache-2.0
// The rows that trainstep alone writes, and its records as rows. Step, epoch, window and summary rows have a second
// writer and stand in io/training_rows.hpp.
#pragma once
#include <optional>
#include <string_view>

#include "io/training_rows.hpp"
#include "trainstep/net/device.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/record.hpp"

namespace wattline::trainstep {

const io::RowKind& info_rows();

// How a run's rows came about.
struct Origin {
  const char* source;  // measured, or emulated
  Device device = Device::cpu;
  std::optional<std::string_view> precision{};  // empty = no network computed
};

void write_step(io::TsvWriter& rows, const StepRecord& step, const Origin& origin);
void write_epoch(io::TsvWriter& rows, const EpochRecord& epoch, const Origin& origin);
void write_window(io::TsvWriter& rows, const WindowRecord& window, const Origin& origin);

}  // namespace wattline::trainstep
