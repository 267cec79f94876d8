// SPDX-License-Identifier: Apache-2.0
// The part of a run that is used as a profile of its mode: from the time when clocks and power have settled until there
// is enough data. Times are seconds of one monotonic clock; events arrive roughly in order of time.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/step_timing.hpp"

namespace wattline {

struct SteadyLimits {
  int steps = 40;            // counted minibatches that the window needs
  int readings = 10;         // power readings that the sensor did not repeat
  double seconds = 5;        // its least length
  double agree = 0.02;       // relative difference of two successive stretches of power that counts as settled
  double settle_s = 30;      // the window opens no later than this after its earliest possible start
  double chip_window_s = 0;  // what one reading of the sensor averages over
  bool metered = true;       // false: no power readings will come
  int epochs = 0;            // of a window of whole epochs, which has none of the other limits; 0 = no such window
  // Closes the window as soon as time and power are known this well, whatever the first three limits say: relative
  // standard errors as in mean_reading.hpp; 0 = it does not.
  double precision = 0;
};

enum class Settled {
  no,         // the window has not opened
  agreed,     // two stretches of power agreed
  limit,      // they did not within settle_s
  unmetered,  // there is no power to look at
  whole_run,  // a command without step rows is measured from its start to its end
  epoch,      // a window of whole epochs begins with an epoch
};
const char* to_string(Settled settled);

class SteadyWindow {
 public:
  // `verified_s`: since when the mode's clocks are known to be in force.
  SteadyWindow(const SteadyLimits& limits, double verified_s) : limits_(limits), verified_s_(verified_s) {}

  void step(const StepTiming& step);
  // A fresh reading; repeated ones are left out by the caller.
  void power(double mono_s, double watts);

  // No more steps will come, because the workload has ended as it should: its last epoch is complete.
  void end();

  bool open() const { return settled_ != Settled::no; }
  bool closed() const { return closed_; }
  Settled settled() const { return settled_; }

  // What the window holds so far.
  const std::vector<StepTiming>& steps() const { return steps_; }
  const std::vector<PowerAt>& power() const { return power_; }  // fresh readings
  std::vector<double> watts() const;                            // of them
  double length_s() const { return open() ? last_s_ - open_s_ : 0; }
  int epochs() const { return epochs_; }  // whole ones
  // Where it begins and ends so far; of an open window only.
  double start_s() const { return open_s_; }
  double end_s() const { return last_s_; }

 private:
  double stretch_s() const;
  std::optional<double> mean_power(double from_s, double to_s) const;
  bool power_agrees(double now_s) const;
  void add_to_epochs(const StepTiming& step);
  bool precise(double now_s);
  void try_to_open(double now_s);
  void try_to_close(double now_s);

  SteadyLimits limits_;
  double verified_s_;
  std::optional<double> began_s_;  // start of the first counted minibatch under verified clocks
  double step_sum_s_ = 0;          // of the minibatches since then
  double steps_seen_ = 0;
  std::deque<PowerAt> settling_;
  Settled settled_ = Settled::no;
  bool closed_ = false;
  double open_s_ = 0, last_s_ = 0;
  std::optional<std::int64_t> epoch_;  // of the latest step
  int epochs_ = 0;
  std::vector<StepTiming> steps_;
  double count_ = 0;  // of the minibatches in them
  std::vector<PowerAt> power_;
  double next_look_s_ = 0;  // at whether it is precise
};

}  // namespace wattline
