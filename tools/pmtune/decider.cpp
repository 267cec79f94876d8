// SPDX-License-Identifier: Apache-2.0
#include "pmtune/decider.hpp"

#include <algorithm>
#include <utility>

namespace wattline::pmtune {

namespace {

constexpr double kHoldS = 20;    // length of a window of the held mode
constexpr double kLongestS = 5;  // of any other window that has its readings

bool is_over(const model::Tuner& tuner, double sensor_s, const model::TuneDecision& decision,
             const model::WindowReading& reading) {
  if (!reading.knows_power()) return false;
  if (!reading.knows_time()) return tuner.suffices(decision.mode, reading);
  if (decision.phase == model::TunePhase::hold)
    return reading.length_s >= (decision.longest_s > 0 ? decision.longest_s : kHoldS);
  return tuner.suffices(decision.mode, reading) ||
         reading.length_s >= std::max(kLongestS, 5 * reading.minibatch_ms / 1e3) + sensor_s;
}

}  // namespace

Decider decider_of(model::Tuner& tuner, std::function<model::JobState()> state, double sensor_s) {
  using model::Mode;
  using model::TuneDecision;
  using model::WindowReading;
  return {[&tuner, state = std::move(state)] { return tuner.decide(state()); },
          [&tuner](const Mode& mode, const WindowReading& reading) { return tuner.add(mode, reading); },
          [&tuner](const Mode& mode) { tuner.fail(mode); },
          [&tuner, sensor_s](const TuneDecision& decision, const WindowReading& reading) {
            return is_over(tuner, sensor_s, decision, reading);
          }};
}

Decider decider_of(LiveService& service, std::function<double()> now_s) {
  using model::Mode;
  using model::TuneDecision;
  using model::WindowReading;
  model::ServiceTuner& tuner = service.tuner();
  return {[&tuner, now_s] { return tuner.decide(now_s()); },
          [&service, now_s](const Mode& mode, const WindowReading& reading) {
            return service.tuner().add(mode, service.reading(reading, now_s()));
          },
          [&tuner](const Mode& mode) { tuner.fail(mode); },
          [&tuner, now_s](const TuneDecision& decision, const WindowReading& reading) {
            return tuner.is_pressed(now_s()) || tuner.is_over(decision, reading);
          }};
}

}  // namespace wattline::pmtune
