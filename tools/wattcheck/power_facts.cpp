// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/power_facts.hpp"

namespace wattline::wattcheck {

PowerFacts::PowerFacts(const Span& phase, const std::optional<Span>& steps, const RailFacts& rail)
    : quarters_w(phase),
      phase_(phase),
      steps_(steps),
      rail_(rail),
      track_(rail, kMaxGapS),
      last_fresh_s_(phase.start_s) {
  interval_.start_s = phase.start_s;
  interval_.end_s = phase.end_s;
}

void PowerFacts::add_energy(const PowerReading& reading) {
  track_.push(reading.start_s, reading.power_w, reading.stale,
              [this](const Segment& segment) { interval_.add(segment); });
  if (reading.fresh()) interval_.count_sample(reading.start_s, rail_.window_s);
}

void PowerFacts::note_gap(const PowerReading& reading) {
  const double gap_s = reading.start_s - last_fresh_s_;
  if (reading.start_s >= phase_.start_s && last_fresh_s_ < phase_.end_s && gap_s > longest_gap_s) {
    longest_gap_s = gap_s;
    gap_end = reading.place;
  }
  last_fresh_s_ = reading.start_s;
}

void PowerFacts::add(const PowerReading& reading) {
  last_ = reading.place;
  add_energy(reading);
  if (!reading.power_w) return;
  const double t_s = reading.start_s, power_w = *reading.power_w;
  const bool inside = phase_.holds(t_s);
  if (inside) {
    ++known;
    if (reading.stale) ++repeated;
    if (power_w < 0 && ++negative == 1) first_negative = reading.place;
  }
  if (reading.stale) return;
  note_gap(reading);
  if (steps_ && (t_s <= steps_->start_s || t_s - rail_.window_s >= steps_->end_s)) resting_w.add(power_w);
  if (!inside) return;
  fresh_w.add(power_w);
  quarters_w.add(t_s, power_w);
  if (distinct_w.size() < kMostDistinct) distinct_w.insert(power_w);
}

void PowerFacts::finish() {
  track_.close([this](const Segment& segment) { interval_.add(segment); });
  energy = evaluate(interval_, rail_, true);
  if (phase_.end_s - last_fresh_s_ <= longest_gap_s) return;
  longest_gap_s = phase_.end_s - last_fresh_s_;
  gap_end = last_;
}

}  // namespace wattline::wattcheck
