// SPDX-License-Identifier: Apache-2.0
// Rules about the energy of the counted phase: known throughout, with a small error, of the whole board, in a steady
// state.
#pragma once
#include "base/energy_result.hpp"
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

// As joules computes it for the phase as one interval.
EnergyResult phase_energy(const Run& run, const Span& phase);

Finding coverage(const Run& run, const Limits& limits);
Finding error_bound(const Run& run, const Limits& limits);
Finding resolution(const Run& run, const Limits& limits);
Finding power_drift(const Run& run, const Limits& limits);
Finding temperature_drift(const Run& run, const Limits& limits);
Finding total(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
