// SPDX-License-Identifier: Apache-2.0
// Rules about the files as a whole: where they come from, and that they belong together.
#pragma once
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

Finding source(const Run& run, const Limits& limits);
Finding complete(const Run& run, const Limits& limits);
Finding order(const Run& run, const Limits& limits);
Finding boot(const Run& run, const Limits& limits);
Finding host(const Run& run, const Limits& limits);
Finding clock_offset(const Run& run, const Limits& limits);
Finding software(const Run& run, const Limits& limits);
Finding framework(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
