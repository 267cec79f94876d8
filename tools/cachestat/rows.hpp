// SPDX-License-Identifier: Apache-2.0
// The rows of cachestat --map. All others are page_cache::residency_rows(), which trainstep writes too.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "io/row_table.hpp"

namespace wattline::cachestat {

// One part of a file.
struct MapRow {
  std::chrono::nanoseconds time, mono;
  std::string_view label, path;
  std::uint64_t part, start_b, pages;
  std::optional<std::uint64_t> cached_pages;
  std::optional<double> resident_pct;
  const char* method;
  const char* source;
};
const io::RowTable<MapRow>& map_rows();

}  // namespace wattline::cachestat
