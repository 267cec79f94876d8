// SPDX-License-Identifier: Apache-2.0
#include "model/job_limit.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

namespace {

// What is kept back for errors of readings and for the last steps.
constexpr double kReserve = 0.005, kReserveS = 1;
constexpr double kLeastHorizonS = 5;  // of a mean power
constexpr double kSoonS = 120;        // in which it is reached again, in a job that may end at any time

double keep_back(double left, double unit) {
  return std::max(left * (1 - kReserve) - unit, 0.0);
}

}  // namespace

// As little as possible of what is limited while the length of the job is not known. A job that exceeds a mean power so
// far has to draw less than that from now on.
Trade trade_of(const JobLimit& limit, const JobState& state, double least_w) {
  const double steps = std::max(state.steps_left, 1.0);
  if (limit.kind == JobLimit::Kind::deadline) {
    const double left_s = state.length_known ? keep_back(limit.most - state.elapsed_s, kReserveS) : 0;
    return {{1, 0}, {0, 1}, left_s / steps};
  }
  if (limit.kind == JobLimit::Kind::energy) {
    const double left_j = state.length_known ? keep_back(limit.most - state.energy_j, 0) : 0;
    return {{0, 1}, {1, 0}, left_j / steps};
  }
  const double most_w = limit.most * (1 - kReserve / 2);
  if (limit.over_s == 0 && !state.length_known) {
    const double saved_w = (most_w * state.elapsed_s - state.energy_j) / kSoonS;
    return {{-std::max(most_w + saved_w, least_w), 1}, {1, 0}, 0, kSoonS};
  }
  if (limit.over_s == 0) {
    return {{-most_w, 1}, {1, 0}, (most_w * state.elapsed_s - state.energy_j) / steps};
  }
  const double horizon_s = std::max(limit.over_s - state.period_s, kLeastHorizonS);
  const double left_j = most_w * limit.over_s - state.period_j;
  const double left_w = std::max(left_j / horizon_s, least_w);
  return {{-left_w, 1}, {1, 0}, 0, horizon_s};
}

// A window that is longer than what was left of a period is divided by time.
void JobAccount::add(double length_s, double energy_j) {
  const double before_s = elapsed_s_, before_j = energy_j_;
  elapsed_s_ += length_s;
  energy_j_ += energy_j;
  if (over_s_ == 0 || length_s <= 0) return;
  const double periods = std::floor((elapsed_s_ - period_start_s_) / over_s_);
  if (periods < 1) return;
  period_start_s_ += periods * over_s_;
  period_start_j_ = before_j + energy_j * (period_start_s_ - before_s) / length_s;
}

JobState JobAccount::state(double steps_left, bool length_known) const {
  JobState state(steps_left);
  state.elapsed_s = elapsed_s_;
  state.energy_j = energy_j_;
  state.length_known = length_known;
  state.period_s = elapsed_s_ - period_start_s_;
  state.period_j = energy_j_ - period_start_j_;
  return state;
}

}  // namespace wattline::model
