// SPDX-License-Identifier: Apache-2.0
// Why a mode is the answer of a search: what one step of each knob would change, which limit such a step would break,
// and where each knob stands in its range.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "model/goal.hpp"
#include "model/history.hpp"
#include "model/mode.hpp"
#include "model/space.hpp"

namespace wattline::model {

// Changes of the objective below this (a log ratio) are within the noise of readings.
constexpr double kNoticeable = 0.005;

// A mode of the space, compared with the answer.
struct ComparedMode {
  Mode mode{};
  // As read; of a neighbour that was not read, the readings of the answer times the ratio that the fit expects, and of
  // another mode what the fit expects; with the standard deviations of such a reading.
  Outcome outcome;
  bool measured = false;
  double change = 0;  // of the objective, as a log ratio to the answer; negative is better
  double chance = 1;  // probability that the mode keeps every limit; 0 or 1 if it was read
  bool breaks_power = false, breaks_time = false, breaks_rate = false, breaks_latency = false;
  bool feasible() const { return !breaks_power && !breaks_time && !breaks_rate && !breaks_latency; }
  bool better() const { return change < -kNoticeable; }
  bool worse() const { return change > kNoticeable; }
};

// One that differs from the answer in one knob, by one step. The batch size counts as a knob if the goal chooses it.
struct Neighbour : ComparedMode {
  Axis knob = kCores;
  int step = 1;  // +1: the next higher setting for which there is a mode; -1: the next lower one
};

enum class RangePosition { bottom, inside, top, only };
const char* to_string(RangePosition place);
// Where the setting of a mode lies among those of the space; `only` where the space has one setting.
RangePosition position_of(const Space& space, const Mode& mode, Axis knob);

struct Explanation {
  Mode answer{};
  Outcome outcome;
  std::vector<Neighbour> neighbours;          // by knob, the lower step first
  std::array<RangePosition, kAxes> places{};  // of the answer, by knob
  // A mode that keeps every limit and is at most 2 % worse, and takes at least 5 % less energy, or less time if the
  // objective is energy: of these the one with the smallest product of time and energy. If one of the two readings is
  // noisy or predicted, it saves at least two standard deviations, too. Better modes, doubtful readings and other
  // objectives have none.
  std::optional<ComparedMode> cheaper;

  // The best neighbour that is better and breaks this limit, such as breaks_power: the limit binds. Otherwise nullptr.
  const Neighbour* bound_by(bool ComparedMode::*breaks) const;
  // Knobs that stand at this end of their range, where the one possible step is worse: the end of the range binds.
  std::vector<Axis> bound_at(RangePosition end) const;
  // The best neighbour that keeps every limit, whether better or worse; nullptr if there is none.
  const Neighbour* best_feasible() const;
};
// The answer must have been read. `doubtful` says that a mode should not be recommended on what was read of it. Throws
// a data error for the objective `concurrent`, for which two workloads would have to be predicted.
using IsDoubtful = std::function<bool(const Mode& mode)>;
Explanation explain(const Space& space, const Goal& goal, const History& history, const Mode& answer,
                    const IsDoubtful& doubtful = {});

}  // namespace wattline::model
