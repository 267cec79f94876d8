// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/step_facts.hpp"

#include <algorithm>

namespace wattline::wattcheck {

namespace {

constexpr double kOverlapS = 1e-3;  // rounding, and the trainer's own bookkeeping

}  // namespace

void widen(std::optional<Span>& span, const Span& more) {
  if (!span) span = more;
  span->start_s = std::min(span->start_s, more.start_s);
  span->end_s = std::max(span->end_s, more.end_s);
}

// `cut_off`: the log may begin within an epoch here.
double StepFacts::wrong_at(const Step& step, bool cut_off) {
  const auto number = static_cast<double>(*step.number);
  double& next = expected_.emplace(*step.epoch, cut_off ? number : 0).first->second;
  const double expected = next;
  next = std::max(expected, number + 1);
  const bool overlaps = all && !step.request && step.start_s < last_end_s_ - kOverlapS;
  return number < expected || overlaps ? 1 : number - expected;
}

void StepFacts::add(Step step, const std::optional<Span>& window) {
  // Validation: a row between the steps, without a number. share/python/wattline.py lets users name its phase.
  const bool trains = step.phase == StepPhase::first || step.phase == StepPhase::counted;
  if (!trains && step.epoch && !step.number) return;
  const bool inside = !window || (window->holds(step.start_s) && window->holds(step.end_s));
  if (!inside && step.phase == StepPhase::counted) step.phase = StepPhase::stabilizing;
  if (!all) first = step.place;
  numbered = numbered && step.epoch && step.number;
  if (numbered) {
    const double wrong = wrong_at(step, window && !all);
    wrong_rows += wrong;
    if (wrong > 0 && !first_wrong) first_wrong = step.place;
  }
  const bool is_first = !all || step.number == 0;
  if (step.phase == StepPhase::counted) {
    if (is_first && !counted_first) counted_first = step.place;
    counted_ms.add((step.end_s - step.start_s) * 1e3);
    if (step.tokens) tokens = tokens.value_or(0) + *step.tokens;
    widen(counted, {step.start_s, step.end_s, "step"});
  }
  ++rows[step.epoch.value_or(0)];
  widen(all, {step.start_s, step.end_s, "step"});
  last_end_s_ = step.end_s;
}

void EpochFacts::add(const Epoch& epoch) {
  widen(all, {epoch.start_s, epoch.end_s, "epoch"});
  if (epoch.epoch && epoch.steps) {
    steps[*epoch.epoch] += static_cast<double>(*epoch.steps);
  } else if (!unnumbered) {
    unnumbered = epoch.place;
  }
  if (epoch.resident_pct) resident = Residency{epoch.start_s, epoch.resident_pct, epoch.place};
}

}  // namespace wattline::wattcheck
