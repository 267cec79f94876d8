// SPDX-License-Identifier: Apache-2.0
// Row tables with the four columns of a power mode.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "base/power_mode.hpp"
#include "io/row_columns.hpp"
#include "io/row_table.hpp"

namespace wattline::io {

// The table of rows that hold the mode `mode`, with `before` and `after` around its columns.
template <class Row>
RowTable<Row> mode_row_table(const std::string& name, std::vector<typename RowTable<Row>::Field> before,
                             PowerMode Row::*mode, const std::vector<typename RowTable<Row>::Field>& after) {
  auto fields = std::move(before);
  fields.push_back({kCores, [mode](const Row& row) { return (row.*mode).cores; }});
  fields.push_back({kCpuClock, [mode](const Row& row) { return (row.*mode).cpu_khz; }});
  fields.push_back({kGpuClock, [mode](const Row& row) { return (row.*mode).gpu_hz; }});
  fields.push_back({kEmcClock, [mode](const Row& row) { return (row.*mode).emc_hz; }});
  fields.insert(fields.end(), after.begin(), after.end());
  return {name, std::move(fields)};
}

}  // namespace wattline::io
