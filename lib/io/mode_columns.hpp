// SPDX-License-Identifier: Apache-2.0
// The columns of a power mode, for row tables: its four settings, and its notation.
#pragma once
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "io/row_columns.hpp"
#include "io/row_table.hpp"

namespace wattline::io {

// Of rows whose mode the getters lead to, as in RowTable::Entry.
template <class Row, class... Get>
std::vector<typename RowTable<Row>::Field> mode_fields(Get... get) {
  const RowTable<Row> table{"mode",
                            {{kCores, get..., &PowerMode::cores},
                             {kCpuClock, get..., &PowerMode::cpu_khz},
                             {kGpuClock, get..., &PowerMode::gpu_hz},
                             {kEmcClock, get..., &PowerMode::emc_hz}}};
  return table.fields();
}

// NA where no knob is known.
inline std::string notation_of(const PowerMode& mode) {
  return mode == PowerMode{} ? "NA" : to_string(mode);
}

// The mode as one text, which every tool accepts.
template <class Row, class... Get>
typename RowTable<Row>::Entry mode_text(Get... get) {
  return {{"mode", "", 0, "the mode as CORES/CPU/GPU/EMC"}, get..., notation_of};
}

}  // namespace wattline::io
