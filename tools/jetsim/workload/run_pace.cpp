// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/run_pace.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/units.hpp"

namespace wattline::jetsim {

namespace {

constexpr std::int64_t kPlanned_ns = 3'000'000;
constexpr double kCatchUp_ns = 1e9;

double time_scale(const cli::Context& context) {
  return context.root.emulation() ? context.root.emulation()->time_scale : 1;
}

}  // namespace

std::int64_t planning_span_ns(const cli::Context& context) {
  return static_cast<std::int64_t>(kPlanned_ns * time_scale(context));
}

std::int64_t next_start_ns(const cli::Context& context, std::int64_t planned_ns) {
  const std::int64_t now = context.clock.mono_ns();
  const auto longest = static_cast<std::int64_t>(kCatchUp_ns * std::max(time_scale(context), 1.0));
  return now - planned_ns > longest ? now : planned_ns;
}

bool wait_until(cli::Context& context, std::int64_t deadline_ns) {
  const int fds[] = {context.signals.fd()};
  while (context.signals.stop() == 0) {
    if (!context.clock.wait_until(deadline_ns, fds, 1)) return true;
    context.signals.drain();
  }
  return false;
}

void wait_forever(cli::Context& context) {
  wait_until(context, std::numeric_limits<std::int64_t>::max() / 4);
}

std::int64_t wall_clock_ns(const cli::Context& context, std::int64_t mono_ns) {
  return mono_ns + context.clock.time_ns() - context.clock.mono_ns();
}

double to_ms(std::int64_t ns) {
  return static_cast<double>(ns) / kNsPerMs;
}

std::int64_t announce(LoadClient& load, std::int64_t start_ns, const EmulatedMinibatch& minibatch) {
  std::int64_t at_ns = start_ns;
  for (const MinibatchSegment& segment : minibatch.segments) {
    at_ns += std::llround(segment.ms * kNsPerMs);
    load.announce(at_ns, segment.activity);
  }
  return at_ns;
}

}  // namespace wattline::jetsim
