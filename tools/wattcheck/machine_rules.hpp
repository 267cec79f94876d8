// SPDX-License-Identifier: Apache-2.0
// Rules about the machine during the run: throttling, temperature, and what else it did.
#pragma once
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

Finding throttling(const Run& run, const Limits& limits);
Finding temperature(const Run& run, const Limits& limits);
Finding other_load(const Run& run, const Limits& limits);
Finding disk(const Run& run, const Limits& limits);
Finding cache(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
