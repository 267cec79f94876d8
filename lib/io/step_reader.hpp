// SPDX-License-Identifier: Apache-2.0
// Reads the step rows that any training program prints (wattline-steps(7)).
#pragma once
#include <optional>

#include "io/step_phases.hpp"
#include "io/step_time.hpp"
#include "io/training_rows.hpp"

namespace wattline::io {

class StepReader {
 public:
  using Names = RowReader<StepRow>::Names;
  // Reads start_mono_s, end_mono_s, the phase, and these other columns. Throws a data error if a required one is not
  // there.
  StepReader(const TsvRow& header, Names required, Names optional = {});
  // The next row; to be called for each. Times that the row does not have are NAN, and an epoch or a step -1. Where
  // step_ms is required, it is checked as StepTime does. Throws a data error for a malformed row.
  StepRow read(const TsvRow& fields);

 private:
  RowReader<StepRow> interval_, others_;
  StepPhases phases_;
  std::optional<StepTime> time_;
};

}  // namespace wattline::io
