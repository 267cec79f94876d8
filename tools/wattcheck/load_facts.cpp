// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/load_facts.hpp"

#include <algorithm>

#include "base/counter.hpp"

namespace wattline::wattcheck {

namespace {

constexpr std::optional<double> LoadReading::*kClocks[] = {&LoadReading::cpus_online, &LoadReading::cpu_khz,
                                                           &LoadReading::gpu_hz, &LoadReading::emc_hz};

void add_value(LoadFacts::Spread& spread, const std::optional<double>& value, const Place& place) {
  if (!value) return;
  if (!spread.low || *value < spread.low->value) spread.low = LoadFacts::Extreme{*value, place};
  if (!spread.high || *value > spread.high->value) spread.high = LoadFacts::Extreme{*value, place};
}

}  // namespace

bool LoadFacts::cover_phase() const {
  return all_ && all_->start_s <= phase_.start_s + kEdgeS && all_->end_s >= phase_.end_s - kEdgeS;
}

void LoadFacts::add_overcurrent(const LoadReading& tick) {
  if (!tick.oc_events || overcurrent_done_) return;
  overcurrent_known = true;
  const bool counts = last_events_ && tick.start_s >= phase_.start_s;
  const auto events = counts ? growth(*last_events_, *tick.oc_events) : std::optional<double>(0);
  if (!events && !overcurrent_reset) overcurrent_reset = tick.place;
  if (events.value_or(0) > 0 && !first_overcurrent) first_overcurrent = tick.place;
  overcurrent_events += events.value_or(0);
  last_events_ = tick.oc_events;
  overcurrent_done_ = tick.start_s > phase_.end_s;
}

void LoadFacts::add(const LoadReading& tick) {
  widen(all_, {tick.start_s, tick.start_s});
  add_overcurrent(tick);
  if (!phase_.holds(tick.start_s)) return;
  ++rows;
  if (tick.temp_max_c) {
    quarters_c.add(tick.start_s, *tick.temp_max_c);
    if (!hottest_c || *tick.temp_max_c > hottest_c->value) hottest_c = Extreme{*tick.temp_max_c, tick.place};
  }
  if (tick.cpu_pct && tick.proc_cpu_pct) others_pct.add(std::max(0.0, *tick.cpu_pct - *tick.proc_cpu_pct));
  for (std::size_t i = 0; i < clocks.size(); ++i) add_value(clocks[i], tick.*kClocks[i], tick.place);
  if (tick.uv_events.value_or(0) > 0 && !undervoltage) undervoltage = tick.place;
  reads_known = reads_known || tick.read_b_per_s;
}

}  // namespace wattline::wattcheck
