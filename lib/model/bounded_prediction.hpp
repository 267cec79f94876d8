// SPDX-License-Identifier: Apache-2.0
// Predictions for any mode, also far from all readings, where a fit alone may be wrong by orders of magnitude: they are
// kept within what the hardware allows, given the readings, and power also between the fitted idle power and the power
// of the mode with the highest clocks. The search applies the same rule, with the smaller tolerance of readings, to the
// improvements that it expects. The standard deviations are scaled to the errors on recorded tables; a search uses
// those of the model, which are larger for the time and smaller for the power.
#pragma once
#include <string>
#include <vector>

#include "model/history.hpp"
#include "model/space.hpp"
#include "model/workload_model.hpp"

namespace wattline::model {

// Readings that contradict the others set no bounds.
Prediction predict_within_bounds(const WorkloadModel& model, const std::vector<Mode>& modes);
// From the readings of a search, of which there must be one at least.
Prediction predict_within_bounds(const Space& space, const History& history, const std::vector<Mode>& modes);

// The settings at which a workload was read.
class ReadSettings {
 public:
  explicit ReadSettings(const std::vector<ModeReading>& readings);
  // The knobs of the mode that lie outside of the range of the readings, such as "cores,cpu"; "none".
  std::string outside(const Mode& mode) const;

 private:
  Mode low_{}, high_{};
};

}  // namespace wattline::model
