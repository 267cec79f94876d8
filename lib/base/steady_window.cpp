// SPDX-License-Identifier: Apache-2.0
#include "base/steady_window.hpp"

#include <algorithm>
#include <cmath>

#include "base/enum_name.hpp"
#include "base/mean_reading.hpp"

namespace wattline {

namespace {

// A shorter stretch of power holds too few readings at 10 Hz to be compared.
constexpr double kShortestStretch_s = 0.5;
// Fewer minibatches or readings do not show how much they differ.
constexpr std::size_t kFewestPrecise = 3;
constexpr double kLook_s = 0.1;  // between two looks at whether the window is precise

}  // namespace

const char* to_string(Settled settled) {
  return enum_name(settled, {"NA", "agreed", "limit", "unmetered", "whole-run", "epoch"});
}

void SteadyWindow::step(const StepTiming& step) {
  if (limits_.epochs > 0) return add_to_epochs(step);
  if (closed_ || !step.counted || step.start_s < verified_s_) return;
  if (!began_s_) began_s_ = step.start_s;
  step_sum_s_ += step.end_s - step.start_s;
  steps_seen_ += step.steps;
  if (open() && step.start_s >= open_s_) {
    steps_.push_back(step);
    count_ += step.steps;
  }
  try_to_open(step.end_s);
  try_to_close(step.end_s);
}

// The window begins with the first epoch that begins under the mode. The one in which the mode was set, or in which the
// workload started, is left out.
void SteadyWindow::add_to_epochs(const StepTiming& step) {
  const bool begins = epoch_ && step.epoch != *epoch_;
  epoch_ = step.epoch;
  if (closed_) return;
  if (begins && open() && ++epochs_ == limits_.epochs) {
    closed_ = true;
    return;
  }
  if (begins && !open() && step.start_s >= verified_s_) {
    settled_ = Settled::epoch;
    open_s_ = step.start_s;
  }
  if (!open()) return;
  last_s_ = step.end_s;
  if (step.counted) steps_.push_back(step);
}

void SteadyWindow::end() {
  if (limits_.epochs == 0 || !open() || closed_) return;
  closed_ = ++epochs_ == limits_.epochs;
}

void SteadyWindow::power(double mono_s, double watts) {
  if (limits_.epochs > 0) {
    if (open() && !closed_ && mono_s > open_s_) power_.push_back({mono_s, watts});
    return;
  }
  // The reading covers the chip window before it, which must lie behind the change of the mode.
  if (closed_ || !began_s_ || mono_s - limits_.chip_window_s < *began_s_) return;
  if (open()) {
    if (mono_s > open_s_) power_.push_back({mono_s, watts});
    try_to_close(mono_s);
    return;
  }
  settling_.push_back({mono_s, watts});
  try_to_open(mono_s);
}

std::vector<double> SteadyWindow::watts() const {
  std::vector<double> watts;
  for (const PowerAt& reading : power_) watts.push_back(reading.watts);
  return watts;
}

// Whole minibatches, since power differs between a minibatch's stages; at least one reading of the chip.
double SteadyWindow::stretch_s() const {
  const double least = std::max(limits_.chip_window_s, kShortestStretch_s);
  const double step_s = step_sum_s_ / steps_seen_;
  return step_s > 0 ? std::ceil(least / step_s) * step_s : least;
}

std::optional<double> SteadyWindow::mean_power(double from_s, double to_s) const {
  double sum = 0;
  int count = 0;
  for (const PowerAt& reading : settling_) {
    if (reading.mono_s <= from_s || reading.mono_s > to_s) continue;
    sum += reading.watts;
    ++count;
  }
  return count > 0 ? std::optional<double>(sum / count) : std::nullopt;
}

bool SteadyWindow::power_agrees(double now_s) const {
  const double stretch = stretch_s();
  if (now_s - 2 * stretch < *began_s_) return false;
  const auto before = mean_power(now_s - 2 * stretch, now_s - stretch);
  const auto after = mean_power(now_s - stretch, now_s);
  return before && after && std::fabs(*after - *before) <= limits_.agree * std::max(*after, *before);
}

void SteadyWindow::try_to_open(double now_s) {
  if (open() || steps_seen_ == 0) return;
  if (!limits_.metered) {
    settled_ = Settled::unmetered;
  } else if (power_agrees(now_s)) {
    settled_ = Settled::agreed;
  } else if (now_s - *began_s_ >= std::max(limits_.settle_s, 4 * stretch_s())) {
    settled_ = Settled::limit;
  }
  if (!open()) return;
  open_s_ = last_s_ = now_s;
  settling_.clear();
}

bool SteadyWindow::precise(double now_s) {
  if (limits_.precision <= 0 || now_s < next_look_s_ || steps_.size() < kFewestPrecise) return false;
  next_look_s_ = now_s + kLook_s;
  if (!(time_reading(steps_).error <= limits_.precision)) return false;
  return !limits_.metered || (power_.size() >= kFewestPrecise &&
                              power_reading(steps_, power_, limits_.chip_window_s).error <= limits_.precision);
}

void SteadyWindow::try_to_close(double now_s) {
  if (!open()) return;
  last_s_ = std::max(last_s_, now_s);
  const bool enough_readings = !limits_.metered || power_.size() >= static_cast<std::size_t>(limits_.readings);
  closed_ = precise(now_s) || (count_ >= limits_.steps && enough_readings && length_s() >= limits_.seconds);
}

}  // namespace wattline
