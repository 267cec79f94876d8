// SPDX-License-Identifier: Apache-2.0
// The rows that wattcompare writes: comparisons, and the runs that they rest on.
#pragma once
#include "io/row_table.hpp"
#include "wattcompare/comparison.hpp"

namespace wattline::wattcompare {

const io::RowTable<Comparison>& comparison_rows();
const io::RowTable<MeasuredRun>& run_rows();

}  // namespace wattline::wattcompare
