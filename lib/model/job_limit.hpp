// SPDX-License-Identifier: Apache-2.0
// A limit that a whole job has to keep, not each of its modes: so two modes that alternate may be better than any one.
#pragma once

namespace wattline::model {

// What a job has done so far.
struct JobState {
  double steps_left = 0;
  double elapsed_s = 0, energy_j = 0;
  bool length_known = true;                      // false: steps_left is a guess
  double period_s = 0, period_j = 0;             // since the latest period of the mean power began
  JobState(double steps) : steps_left(steps) {}  // NOLINT(google-explicit-constructor): of a job without a limit
};

struct JobLimit {
  enum class Kind { none, deadline, mean_power, energy };
  Kind kind = Kind::none;
  double most = 0;    // seconds, watts or joules
  double over_s = 0;  // mean_power: in each period of this length; 0 = the whole job
};

// What counts of a step: so much per second and per joule of it.
struct Weights {
  double per_s = 0, per_j = 0;
  double of(double seconds, double watts) const { return seconds * (per_s + per_j * watts); }
  Weights plus(double times, const Weights& other) const {
    return {per_s + times * other.per_s, per_j + times * other.per_j};
  }
};

// The limit as one of the mean of all steps that are left, and what should be least.
struct Trade {
  Weights limited, cost;
  double limit = 0;
  double horizon_s = 0;  // in which it is to be kept; 0 = the rest of the job
  // What should be least as long as nothing keeps the limit; positive for what does not.
  Weights urgent() const { return limited.per_s < 0 ? cost.plus(-2 / limited.per_s, limited) : limited; }
};
// `least_w`: no mode draws less, so a period of a mean power that asks for less gets that.
Trade trade_of(const JobLimit& limit, const JobState& state, double least_w = 0);

// The time and energy of a job, window after window.
class JobAccount {
 public:
  explicit JobAccount(const JobLimit& limit) : over_s_(limit.over_s) {}
  void add(double length_s, double energy_j);
  JobState state(double steps_left, bool length_known = true) const;
  double elapsed_s() const { return elapsed_s_; }
  double energy_j() const { return energy_j_; }

 private:
  double over_s_;
  double elapsed_s_ = 0, energy_j_ = 0, period_start_s_ = 0, period_start_j_ = 0;
};

}  // namespace wattline::model
