// SPDX-License-Identifier: Apache-2.0
// The row about the page cache that cachestat and trainstep write: how much of a file or a tree is cached.
#pragma once
#include <cstdint>
#include <string>

#include "io/tsv.hpp"
#include "page_cache/totals.hpp"

namespace wattline::page_cache {

struct ResidencyRow {
  std::int64_t time_ns = 0, mono_ns = 0;
  double scan_s = 0;
  std::string label;  // empty = NA
  std::string path;
  Totals totals;
  Shares shares;
  bool sampled = false;         // the shares are an estimate, and the amounts are not known
  const char* metadata = "NA";  // after an evict: warm or cold
};

const io::RowKind& residency_rows();
// `source`: measured, emulated or replayed.
void write_row(io::TsvWriter& rows, const ResidencyRow& row, const char* source);

}  // namespace wattline::page_cache
