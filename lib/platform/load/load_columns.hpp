// SPDX-License-Identifier: Apache-2.0
// The columns of load rows, each bound to its number in a LoadRow.
#pragma once
#include <vector>

#include "io/tsv.hpp"
#include "platform/load/load_row.hpp"

namespace wattline::platform {

struct LoadColumn {
  io::Column column;
  double LoadRow::*value;
};
// In the order of the rows.
const std::vector<LoadColumn>& load_columns();

// Makes every number of the row missing, and no counter broken; texts and lists keep their memory.
void clear_numbers(LoadRow& row);

}  // namespace wattline::platform
