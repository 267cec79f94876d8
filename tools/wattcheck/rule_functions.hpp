// SPDX-License-Identifier: Apache-2.0
// Every rule as a function from a recorded run to its finding. SUBJECT_rules.cpp defines the rules of a subject.
#pragma once
#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

// The readings of power: enough of them, without holes, and each a measurement of its own.
Finding duration(const Run& run, const Limits& limits);
Finding readings(const Run& run, const Limits& limits);
Finding fresh_rate(const Run& run, const Limits& limits);
Finding gap(const Run& run, const Limits& limits);
Finding stale(const Run& run, const Limits& limits);
Finding missed(const Run& run, const Limits& limits);
Finding distinct(const Run& run, const Limits& limits);
Finding negative(const Run& run, const Limits& limits);

// The energy of the counted phase: known throughout, with a small error, of the whole board, in a steady state.
Finding coverage(const Run& run, const Limits& limits);
Finding error_bound(const Run& run, const Limits& limits);
Finding resolution(const Run& run, const Limits& limits);
Finding idle(const Run& run, const Limits& limits);
Finding step_energy(const Run& run, const Limits& limits);
Finding mean_power(const Run& run, const Limits& limits);
Finding power_drift(const Run& run, const Limits& limits);
Finding temperature_drift(const Run& run, const Limits& limits);
Finding total(const Run& run, const Limits& limits);

// The power mode: in force throughout, with clocks that stand still.
Finding mode(const Run& run, const Limits& limits);
Finding clocks(const Run& run, const Limits& limits);

// The machine during the run: throttling, temperature, and what else it did.
Finding throttling(const Run& run, const Limits& limits);
Finding temperature(const Run& run, const Limits& limits);
Finding other_load(const Run& run, const Limits& limits);
Finding disk(const Run& run, const Limits& limits);
Finding cache(const Run& run, const Limits& limits);

// The files as a whole: where they come from, and that they belong together.
Finding source(const Run& run, const Limits& limits);
Finding facts(const Run& run, const Limits& limits);
Finding complete(const Run& run, const Limits& limits);
Finding order(const Run& run, const Limits& limits);
Finding boot(const Run& run, const Limits& limits);
Finding host(const Run& run, const Limits& limits);
Finding clock_offset(const Run& run, const Limits& limits);
Finding software(const Run& run, const Limits& limits);
Finding framework(const Run& run, const Limits& limits);

// The training: enough steps, counted as they should be, and each of them once.
Finding steps(const Run& run, const Limits& limits);
Finding tokens(const Run& run, const Limits& limits);
Finding step_cv(const Run& run, const Limits& limits);
Finding first_step(const Run& run, const Limits& limits);
Finding step_rows(const Run& run, const Limits& limits);
Finding epochs(const Run& run, const Limits& limits);

}  // namespace wattline::wattcheck
