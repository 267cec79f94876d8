// SPDX-License-Identifier: Apache-2.0
// The pace of an emulated run: its steps are planned ahead, and their rows are written when they are due.
#pragma once
#include <cstdint>

#include "cli/context.hpp"

namespace wattline::jetsim {

// How far ahead steps are planned: about 3 ms of real time, because a step of a small network in compressed time is
// shorter than any wake-up.
std::int64_t planning_span_ns(const cli::Context& context);
// When the next step starts: a run that was stopped for more than a second does not catch up.
std::int64_t next_start_ns(const cli::Context& context, std::int64_t planned_ns);
// False when a stop signal came first.
bool wait_until(cli::Context& context, std::int64_t deadline_ns);
// Waits for a stop signal, in a mode in which nothing moves.
void wait_forever(cli::Context& context);
std::int64_t wall_clock_ns(const cli::Context& context, std::int64_t mono_ns);

}  // namespace wattline::jetsim
