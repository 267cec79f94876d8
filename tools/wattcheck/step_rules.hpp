// SPDX-License-Identifier: Apache-2.0
// Rules about the training: enough steps, counted as they should be, and each of them once.
#pragma once
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

Finding steps(const Run& run, const Limits& limits);
Finding step_cv(const Run& run, const Limits& limits);
Finding first_step(const Run& run, const Limits& limits);
Finding step_rows(const Run& run, const Limits& limits);
Finding epochs(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
