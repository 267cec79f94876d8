// SPDX-License-Identifier: Apache-2.0
// Writes load rows, and formats their lists of cores.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "io/tsv.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::loadlog {

// When the load was read: wall clock and CLOCK_MONOTONIC.
struct LoadTime {
  std::optional<std::chrono::nanoseconds> time, mono;
};

class LoadWriter {
 public:
  LoadWriter(io::TsvWriter& rows, const char* source) : rows_(rows), source_(source) {}
  // Allocates nothing once the lists have grown.
  void write(const LoadTime& time, const platform::LoadRow& load);

 private:
  io::TsvWriter& rows_;
  const char* source_;
  std::string core_pct_, core_khz_;
};

}  // namespace wattline::loadlog
