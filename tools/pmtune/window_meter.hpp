// SPDX-License-Identifier: Apache-2.0
// What a window measures of steps and power.
#pragma once
#include <limits>
#include <vector>

#include "base/step_timing.hpp"
#include "model/tuner.hpp"

namespace wattline::pmtune {

class WindowMeter {
 public:
  // Nothing is usable yet.
  void open() { *this = WindowMeter(); }
  // The mode is in force and steps are made since then. Steps that began before are those of two modes, and so are
  // readings that the sensor averages over a time that began before.
  void begin(double verified_s, double sensor_s);
  void step(const StepTiming& step);
  void power(double mono_s, double watts, bool stale);

  // Steps that ended in the window, usable or not.
  double steps() const { return ended_; }
  // With errors above 1 while there are too few steps or readings to know.
  model::WindowReading reading() const;

 private:
  double verified_s_ = std::numeric_limits<double>::infinity(), sensor_s_ = 0;
  double ended_ = 0;
  std::vector<StepTiming> steps_;
  std::vector<PowerAt> power_;
};

}  // namespace wattline::pmtune
