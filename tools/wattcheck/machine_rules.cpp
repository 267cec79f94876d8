// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/parse.hpp"
#include "base/statistics.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

// Load rows from the start of the phase to its end: events in between are in them.
bool load_covers(const Run& run, const Span& phase) {
  return !run.load.empty() && run.load.front().mono_s <= phase.start_s + kEdgeS &&
         run.load.back().mono_s >= phase.end_s - kEdgeS;
}

// How often a counter rose in the phase, and in which row first.
struct Rise {
  double events = 0;
  const LoadReading* first = nullptr;
  bool known = false;
};

Rise rise_of_overcurrent(const Run& run, const Span& phase) {
  Rise rise;
  std::optional<double> last;
  for (const LoadReading& tick : run.load) {
    if (!tick.oc_events) continue;
    if (last && *tick.oc_events > *last && tick.mono_s >= phase.start_s && rise.first == nullptr) rise.first = &tick;
    if (last && tick.mono_s >= phase.start_s) rise.events += std::max(0.0, *tick.oc_events - *last);
    rise.known = true;
    last = tick.oc_events;
    if (tick.mono_s > phase.end_s) break;
  }
  return rise;
}

}  // namespace

Finding throttling(const Run& run, const Limits&) {
  const auto phase = counted_phase(run);
  if (!phase) return unknown("no counted phase");
  for (const WatchEvent* event : deviations_in(run, *phase)) {
    if (event->knob == kOvercurrent) return fail(kOvercurrent, run.where(event->place));
  }
  for (const LoadReading* tick : load_in(run, *phase)) {
    if (tick->uv_events.value_or(0) > 0) return fail("under-voltage", run.where(tick->place));
  }
  const Rise rise = rise_of_overcurrent(run, *phase);
  if (rise.first != nullptr) return at_most({rise.events, "1", 0}, 0, run.where(rise.first->place));
  if (!run.has(Kind::load)) return unknown("no load rows");
  if (!rise.known) return unknown("no oc_events in " + run.where(Kind::load));
  if (!load_covers(run, *phase)) return unknown(run.where(Kind::load) + " does not cover the counted phase");
  return at_most({rise.events, "1", 0}, 0, run.where(Kind::load));
}

Finding temperature(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::load)) return unknown("no load rows");
  const LoadReading* hottest = nullptr;
  for (const LoadReading* tick : load_in(run, *phase)) {
    if (tick->temp_max_c && (hottest == nullptr || *tick->temp_max_c > *hottest->temp_max_c)) hottest = tick;
  }
  if (hottest == nullptr) return unknown(missing_in_load(run, *phase, "temp_max_c"));
  Finding finding = at_most({*hottest->temp_max_c, "degC", 1}, limits.temperature_c, run.where(hottest->place));
  if (finding.verdict == Verdict::fail || load_covers(run, *phase)) return finding;
  return unknown(run.where(Kind::load) + " does not cover the counted phase");
}

Finding other_load(const Run& run, const Limits& limits) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::load)) return unknown("no load rows");
  Running others;
  for (const LoadReading* tick : load_in(run, *phase)) {
    if (tick->cpu_pct && tick->proc_cpu_pct) others.add(std::max(0.0, *tick->cpu_pct - *tick->proc_cpu_pct));
  }
  if (!others.mean()) return unknown(missing_in_load(run, *phase, "proc_cpu_pct"));
  return at_most({*others.mean(), "%", 2}, limits.other_load_pct, run.where(Kind::load));
}

Finding disk(const Run& run, const Limits&) {
  const auto phase = counted_phase(run);
  if (!phase || !run.has(Kind::load)) return unknown("no load rows");
  for (const File* file : run.files_of(Kind::load)) {
    const auto chain = io::meta_values(file->meta, "disk");
    const auto ticks = load_in(run, *phase);
    const bool read =
        std::any_of(ticks.begin(), ticks.end(), [](const LoadReading* t) { return t->read_b_per_s.has_value(); });
    if (!chain.empty() && read) return pass(chain.back(), file->path + ".meta: disk");
  }
  return unknown("no disk in " + run.where(Kind::load) + " (loadlog --disk)");
}

Finding cache(const Run& run, const Limits&) {
  std::optional<double> resident_pct;
  Place place;
  for (const Residency& residency : run.residency) {
    if (residency.resident_pct) resident_pct = residency.resident_pct, place = residency.place;
  }
  for (const Epoch& epoch : run.epochs) {
    if (epoch.resident_pct) resident_pct = epoch.resident_pct, place = epoch.place;
  }
  if (!resident_pct) return unknown("no residency (trainstep --residency, or rows of cachestat)");
  return at_least({*resident_pct, "%", 2}, 0, run.where(place));
}

}  // namespace wattline::wattcheck
