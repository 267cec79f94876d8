// SPDX-License-Identifier: Apache-2.0
#include "wattop/throttling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/counter.hpp"
#include "platform/mode/clock_tolerance.hpp"
#include "wattop/figures.hpp"

namespace wattline::wattop {

namespace {

using platform::LoadRow;

constexpr std::size_t kMostEvents = 100;
constexpr double kOneStretchS = 10;
constexpr double kHzPerKhz = 1000;

void note(BoardReadings& state, const std::string& text) {
  state.events.push_back({state.time_s, text});
  if (state.events.size() > kMostEvents) state.events.pop_front();
}

// Policies may be pinned to different clocks, of which the mode names the highest: that of the fastest core.
double cpu_hz(const LoadRow& load) {
  double most = NAN;
  for (const double khz : load.core_khz) most = std::fmax(most, khz);
  return most * kHzPerKhz;
}

struct PinnedClock {
  const char* name;
  double hz;
  Field limit;
};

// Whether it is known, and lower than its limit. A clock of 0 is one that is switched off.
bool is_below(const PinnedClock& clock) {
  return clock.limit.kind == Field::Kind::value && clock.hz > 0 &&
         clock.hz < (1 - platform::kClockTolerance) * static_cast<double>(clock.limit.value);
}

std::string clock_event(const PinnedClock& clock, bool below, const char* reason) {
  const std::string pinned = figure(static_cast<double>(clock.limit.value) * kPerMillion, 0) + " MHz";
  if (!below) return std::string(clock.name) + " clock is back at " + pinned;
  return fmt::format("{} clock {} MHz, it was pinned to {}{}", clock.name, figure(clock.hz * kPerMillion, 0), pinned,
                     reason);
}

}  // namespace

void Throttling::take_counter(const LoadRow& now, BoardReadings& state) {
  const double before = state.load.oc_events;
  if (growth(before, now.oc_events).value_or(0) <= 0) return;
  const bool goes_on = over_current_s_ >= 0 && state.time_s - over_current_s_ <= kOneStretchS;
  if (!goes_on) {
    over_current_from_ = before;
    state.events.push_back({state.time_s, ""});
  }
  over_current_s_ = state.time_s;
  // The event of this stretch is the last of its kind.
  for (auto event = state.events.rbegin(); event != state.events.rend(); ++event) {
    if (!event->text.empty() && event->text.rfind("over-current", 0) != 0) continue;
    event->text = fmt::format("over-current throttling: {:.0f} more, {:.0f} since boot",
                              now.oc_events - over_current_from_, now.oc_events);
    break;
  }
}

void Throttling::take_clocks(const LoadRow& now, BoardReadings& state) {
  if (state.pinned != true) return;
  const std::array<PinnedClock, 3> clocks{{{"CPU", cpu_hz(now), state.limits.cpu},
                                           {"GPU", now.gpu_hz, state.limits.gpu},
                                           {"EMC", now.emc_hz, state.limits.emc}}};
  const char* const reason = over_current_s_ == state.time_s ? " (over-current)"
                             : now.uv_events > 0             ? " (under-voltage)"
                                                             : "";
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    const bool below = is_below(clocks[i]);
    if (below != is_below_[i]) note(state, clock_event(clocks[i], below, reason));
    is_below_[i] = below;
  }
}

void note_trips(BoardReadings& state, const std::vector<ZoneView>& now) {
  const auto tripped_before = [&](const std::string& name) {
    return std::any_of(state.zones.begin(), state.zones.end(),
                       [&](const ZoneView& zone) { return zone.name == name && zone.trip && zone.below_trip() <= 0; });
  };
  for (const ZoneView& zone : now) {
    if (!zone.trip) continue;
    const bool tripped = zone.below_trip() <= 0;
    if (tripped == tripped_before(zone.name)) continue;
    note(state, fmt::format("{} at {:.1f} C, {} its trip point of {:.1f} C ({})", zone.name, zone.celsius,
                            tripped ? "not below" : "below", zone.trip->celsius, zone.trip->type));
  }
}

void Throttling::take(const LoadRow& now, BoardReadings& state) {
  const LoadRow& before = state.load;
  take_counter(now, state);
  if (before.uv_events == 0 && now.uv_events > 0) note(state, "under-voltage alarm");
  if (before.uv_events > 0 && now.uv_events == 0) note(state, "under-voltage alarm ended");
  take_clocks(now, state);
}

}  // namespace wattline::wattop
