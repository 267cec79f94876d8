// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

Finding steps(const Run& run, const Limits& limits) {
  if (!run.has(Kind::step)) return unknown("no step rows");
  const auto counted = static_cast<double>(run.steps.counted_ms.count());
  return at_least({counted, "1", 0}, limits.steps, run.where(Kind::step));
}

// What a token takes is the mean over many of them.
Finding tokens(const Run& run, const Limits& limits) {
  if (!run.steps.tokens) return pass("none", "no counted rows with tokens");
  return at_least({*run.steps.tokens, "1", 0}, limits.tokens, run.where(Kind::step));
}

Finding step_cv(const Run& run, const Limits& limits) {
  if (!run.has(Kind::step)) return unknown("no step rows");
  const Running& lengths = run.steps.counted_ms;
  if (!lengths.sd()) return unknown("fewer than two counted steps");
  return at_most({100 * *lengths.sd() / *lengths.mean(), "%", 2}, limits.step_cv_pct, run.where(Kind::step));
}

// The first step of the run, and of each epoch, includes the choice of kernels and the start of the loader.
Finding first_step(const Run& run, const Limits&) {
  if (!run.steps.all) return unknown("no step rows");
  if (run.steps.counted_first) return fail("counted", run.where(*run.steps.counted_first));
  return pass("excluded", run.where(run.steps.first));
}

// Each step has one row: none is missing, none is there twice, no two overlap.
Finding step_rows(const Run& run, const Limits&) {
  if (!run.steps.all) return unknown("no step rows");
  if (!run.steps.numbered) return unknown("no columns epoch and step in " + run.where(Kind::step));
  return at_most({run.steps.wrong_rows, "1", 0}, 0, run.where(run.steps.first_wrong, Kind::step));
}

// The epoch rows count as many steps as there are step rows.
Finding epochs(const Run& run, const Limits&) {
  if (!run.epochs.all || !run.steps.all) return unknown("no epoch rows beside step rows");
  if (run.window) return unknown("the log of a window may have a part of the steps");
  if (run.epochs.unnumbered) return unknown("no epoch and steps in " + run.where(*run.epochs.unnumbered));
  auto missing = run.epochs.steps;
  for (const auto& [epoch, rows] : run.steps.rows) missing[epoch] -= rows;
  double wrong = 0;
  for (const auto& epoch : missing) wrong += std::fabs(epoch.second);
  return at_most({wrong, "1", 0}, 0, run.where(Kind::epoch));
}

}  // namespace wattline::wattcheck
