// SPDX-License-Identifier: Apache-2.0
// Rules about the readings of power: enough of them, without holes, and each a measurement of its own.
#pragma once
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

Finding duration(const Run& run, const Limits& limits);
Finding readings(const Run& run, const Limits& limits);
Finding fresh_rate(const Run& run, const Limits& limits);
Finding gap(const Run& run, const Limits& limits);
Finding stale(const Run& run, const Limits& limits);
Finding missed(const Run& run, const Limits& limits);
Finding distinct(const Run& run, const Limits& limits);
Finding negative(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
