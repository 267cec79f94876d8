// SPDX-License-Identifier: Apache-2.0
// The four columns of a power mode, for row tables.
#pragma once
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

}  // namespace wattline::io
