// SPDX-License-Identifier: Apache-2.0
#include "io/step_reader.hpp"

#include <algorithm>
#include <string_view>

#include "base/error.hpp"

namespace wattline::io {

namespace {

StepRow without_values() {
  StepRow row;
  row.epoch = row.step = -1;
  for (double StepStages::*ms :
       {&StepStages::stall_ms, &StepStages::h2d_ms, &StepStages::compute_ms, &StepStages::step_ms, &StepStages::read_ms,
        &StepStages::prep_ms, &StepStages::hook_ms}) {
    row.*ms = NAN;
  }
  return row;
}

}  // namespace

StepReader::StepReader(const TsvRow& header, Names required, Names optional)
    : interval_(step_table(), header, {"start_mono_s", "end_mono_s"}),
      others_(step_table(), header, required, optional),
      phases_(header) {
  const bool with_time = std::find(required.begin(), required.end(), std::string_view("step_ms")) != required.end();
  if (with_time) {
    time_.emplace(header.require("start_mono_s"), header.require("end_mono_s"), header.require("step_ms"));
  }
}

StepRow StepReader::read(const TsvRow& fields) {
  StepRow row = without_values();
  interval_.read(fields, row);
  if (time_) row.step_ms = time_->ms(fields);
  if (row.end_ns < row.start_ns) {
    throw data_error(fields.name() + ": line " + std::to_string(fields.line_number()) + ": ends before it starts");
  }
  others_.read(fields, row);
  row.phase = phases_.next(fields);
  return row;
}

}  // namespace wattline::io
