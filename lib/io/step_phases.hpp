// SPDX-License-Identifier: Apache-2.0
// The phase of each step row: which steps a result uses.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "base/step_phase.hpp"
#include "io/tsv_row.hpp"

namespace wattline::io {

class StepPhases {
 public:
  explicit StepPhases(const TsvRow& rows) : column_(rows.find("phase")) {}
  // Of the next row; to be asked for every row. What is no phase is not counted. Without the column, the first row is
  // the one to leave out.
  StepPhase next(const TsvRow& row) {
    const bool is_first = rows_++ == 0;
    if (!column_) return is_first ? StepPhase::first : StepPhase::counted;
    const std::string_view text = row.field(*column_);
    for (const StepPhase phase : {StepPhase::counted, StepPhase::first, StepPhase::validation}) {
      if (text == to_string(phase)) return phase;
    }
    return StepPhase::stabilizing;
  }

 private:
  std::optional<std::size_t> column_;
  long long rows_ = 0;
};

}  // namespace wattline::io
