// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "base/statistics.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

constexpr double kOverlapS = 1e-3;  // rounding, and the trainer's own bookkeeping

// How many times each step of an epoch has a row.
using Rows = std::map<std::int64_t, long long>;

}  // namespace

Finding steps(const Run& run, const Limits& limits) {
  if (!run.has(Kind::step)) return unknown("no step rows");
  const auto counted = std::count_if(run.steps.begin(), run.steps.end(),
                                     [](const Step& step) { return step.phase == StepPhase::counted; });
  return at_least({static_cast<double>(counted), "1", 0}, limits.steps, run.where(Kind::step));
}

Finding step_cv(const Run& run, const Limits& limits) {
  if (!run.has(Kind::step)) return unknown("no step rows");
  Running lengths;
  for (const Step& step : run.steps) {
    if (step.phase == StepPhase::counted) lengths.add(step.length_ms());
  }
  if (!lengths.sd()) return unknown("fewer than two counted steps");
  return at_most({100 * *lengths.sd() / *lengths.mean(), "%", 2}, limits.step_cv_pct, run.where(Kind::step));
}

// The first step of the run, and of each epoch, includes the choice of kernels and the start of the loader.
Finding first_step(const Run& run, const Limits&) {
  if (run.steps.empty()) return unknown("no step rows");
  for (const Step& step : run.steps) {
    const bool is_first = &step == &run.steps.front() || step.number == 0;
    if (is_first && step.phase == StepPhase::counted) return fail("counted", run.where(step.place));
  }
  return pass("excluded", run.where(run.steps.front().place));
}

// Each step has one row: none is missing, none is there twice, no two overlap.
Finding step_rows(const Run& run, const Limits&) {
  if (run.steps.empty()) return unknown("no step rows");
  std::map<std::int64_t, Rows> epochs;
  double wrong = 0;
  std::string where;
  const Step* last = nullptr;
  const auto found = [&](double count, const Step& step) {
    wrong += count;
    if (where.empty()) where = run.where(step.place);
  };
  for (const Step& step : run.steps) {
    if (!step.epoch || !step.number) return unknown("no columns epoch and step in " + run.where(Kind::step));
    Rows& rows = epochs[*step.epoch];
    const bool cut_off = run.window && last == nullptr;  // the log of a window may begin within an epoch
    const std::int64_t expected = cut_off ? *step.number : rows.empty() ? 0 : rows.rbegin()->first + 1;
    const bool again = ++rows[*step.number] > 1;
    if (again || (last != nullptr && step.start_s < last->end_s - kOverlapS)) {
      found(1, step);
    } else if (*step.number > expected) {
      found(static_cast<double>(*step.number - expected), step);
    }
    last = &step;
  }
  return at_most({wrong, "1", 0}, 0, where.empty() ? run.where(Kind::step) : where);
}

// The epoch rows count as many steps as there are step rows.
Finding epochs(const Run& run, const Limits&) {
  if (run.epochs.empty() || run.steps.empty()) return unknown("no epoch rows beside step rows");
  if (run.window) return unknown("the log of a window may have a part of the steps");
  std::map<std::int64_t, std::int64_t> missing;
  for (const Epoch& epoch : run.epochs) {
    if (!epoch.epoch || !epoch.steps) return unknown("no epoch and steps in " + run.where(epoch.place));
    missing[*epoch.epoch] += *epoch.steps;
  }
  for (const Step& step : run.steps) --missing[step.epoch.value_or(0)];
  double wrong = 0;
  for (const auto& epoch : missing) wrong += static_cast<double>(std::abs(epoch.second));
  return at_most({wrong, "1", 0}, 0, run.where(Kind::epoch));
}

}  // namespace wattline::wattcheck
