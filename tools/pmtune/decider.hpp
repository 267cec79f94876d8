// SPDX-License-Identifier: Apache-2.0
// What decides about the modes of a run: the tuner of a job, or that of a service.
#pragma once
#include <functional>

#include "model/tuner.hpp"
#include "pmtune/live_service.hpp"

namespace wattline::pmtune {

struct Decider {
  // What to do now.
  std::function<model::TuneDecision()> decide;
  // What a window measured; true if the job or the board has changed.
  std::function<bool(const model::Mode&, const model::WindowReading&)> add;
  std::function<void(const model::Mode&)> fail;
  // Whether the window has lasted long enough.
  std::function<bool(const model::TuneDecision&, const model::WindowReading&)> is_over;
};

// `sensor_s`: what one reading of power averages over.
Decider decider_of(model::Tuner& tuner, std::function<model::JobState()> state, double sensor_s);
Decider decider_of(LiveService& service, std::function<double()> now_s);

}  // namespace wattline::pmtune
