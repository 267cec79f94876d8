// SPDX-License-Identifier: Apache-2.0
// One column table per row kind of the suite (wattline(7), ROWS). New columns go to the end, before `source`.
#pragma once
#include "io/tsv.hpp"

namespace wattline::io {

const RowKind& mode_rows();
const RowKind& predefined_mode_rows();
const RowKind& knob_rows();
const RowKind& axis_rows();
const RowKind& saved_state_rows();
const RowKind& board_rows();
const RowKind& watch_rows();
const RowKind& switch_rows();

}  // namespace wattline::io
