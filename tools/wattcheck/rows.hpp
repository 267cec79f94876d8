// SPDX-License-Identifier: Apache-2.0
// The rows that wattcheck writes: one per rule.
#pragma once
#include "io/row_table.hpp"
#include "wattcheck/rules.hpp"

namespace wattline::wattcheck {

const io::RowTable<Judgement>& judgement_rows();

}  // namespace wattline::wattcheck
