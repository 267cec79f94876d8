// SPDX-License-Identifier: Apache-2.0
// The part of a run that is used as a profile of its mode: from the time when clocks and power have settled until there
// is enough data. Times are seconds of one monotonic clock; events arrive roughly in order of time.
#pragma once
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace wattline {

struct SteadyLimits {
  int steps = 40;            // counted minibatches that the window needs
  int readings = 10;         // power readings that the sensor did not repeat
  double seconds = 5;        // its least length
  double agree = 0.02;       // relative difference of two successive stretches of power that counts as settled
  double settle_s = 30;      // the window opens no later than this after its earliest possible start
  double chip_window_s = 0;  // what one reading of the sensor averages over
  bool metered = true;       // false: no power readings will come
};

// A minibatch as the step rows tell it.
struct StepTiming {
  double start_s, end_s, ms;
  bool counted;  // phase counted: neither the first of an epoch nor stabilizing
};

enum class Settled {
  no,         // the window has not opened
  agreed,     // two stretches of power agreed
  limit,      // they did not within settle_s
  unmetered,  // there is no power to look at
  whole_run,  // a command without step rows is measured from its start to its end
};
const char* to_string(Settled settled);

class SteadyWindow {
 public:
  // `verified_s`: since when the mode's clocks are known to be in force.
  SteadyWindow(const SteadyLimits& limits, double verified_s) : limits_(limits), verified_s_(verified_s) {}

  void step(const StepTiming& step);
  // A fresh reading; repeated ones are left out by the caller.
  void power(double mono_s, double watts);

  bool open() const { return settled_ != Settled::no; }
  bool closed() const { return closed_; }
  Settled settled() const { return settled_; }

  // What the window holds so far.
  const std::vector<double>& step_ms() const { return step_ms_; }
  const std::vector<double>& watts() const { return watts_; }
  double length_s() const { return open() ? last_s_ - open_s_ : 0; }
  // Where it begins and ends so far; of an open window only.
  double start_s() const { return open_s_; }
  double end_s() const { return last_s_; }

 private:
  struct Reading {
    double mono_s, watts;
  };
  double stretch_s() const;
  std::optional<double> mean_power(double from_s, double to_s) const;
  bool power_agrees(double now_s) const;
  void try_to_open(double now_s);
  void try_to_close(double now_s);

  SteadyLimits limits_;
  double verified_s_;
  std::optional<double> began_s_;  // start of the first counted minibatch under verified clocks
  double step_sum_s_ = 0;          // of the minibatches since then
  int steps_seen_ = 0;
  std::deque<Reading> settling_;
  Settled settled_ = Settled::no;
  bool closed_ = false;
  double open_s_ = 0, last_s_ = 0;
  std::vector<double> step_ms_, watts_;
};

}  // namespace wattline
