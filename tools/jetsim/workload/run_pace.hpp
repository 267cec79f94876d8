// SPDX-License-Identifier: Apache-2.0
// The pace of an emulated run: its steps are planned ahead, and their rows are written when they are due.
#pragma once
#include <cstdint>
#include <vector>

#include "cli/context.hpp"
#include "jetsim/client/control_client.hpp"
#include "jetsim/workload/emulated_minibatch.hpp"

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
double to_ms(std::int64_t ns);

// Tells the board what the hardware does in a minibatch that starts then. Returns when it ends.
std::int64_t announce(LoadClient& load, std::int64_t start_ns, const EmulatedMinibatch& minibatch);

// Plans the next parts of a run, from `next_ns` on, and writes each when it is over, until `ended`. `plan` takes the
// state of the board and returns a part with an `end_ns`.
template <class Plan, class Write, class Ended>
void run_planned(cli::Context& context, LoadClient& load, std::int64_t& next_ns, Plan plan, Write write, Ended ended) {
  while (!ended()) {
    const BoardState state = load.state();
    if (hangs(state)) return wait_forever(context);
    const std::int64_t until = context.clock.mono_ns() + planning_span_ns(context);
    next_ns = next_start_ns(context, next_ns);
    std::vector<decltype(plan(state))> group;
    do {
      group.push_back(plan(state));
    } while (!ended() && next_ns < until);
    load.send();
    for (const auto& part : group) {
      if (!wait_until(context, part.end_ns)) break;
      write(part);
    }
  }
}

}  // namespace wattline::jetsim
