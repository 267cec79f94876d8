// SPDX-License-Identifier: Apache-2.0
// --validate: the network on samples that it is not trained with, after each epoch.
#pragma once
#include <functional>
#include <string>

#include "trainstep/run/record.hpp"
#include "trainstep/run_setup.hpp"

namespace wattline::trainstep {

class Validation {
 public:
  // Opens the data. Throws a usage error when the workload's data has no part for it.
  Validation(const Options& options, const Workload& workload, Device device, cli::Context& context);

  // Both as of the training's loop: false ends the run; a reason for a sample that was left out.
  std::function<bool(const StepRecord&)> on_step;
  std::function<void(const std::string&)> on_bad;
  // One pass in order. Fills in the epoch's results unless the run ended before.
  void run(EpochRecord& epoch, const Computer& computer, Clock& clock) const;

 private:
  const Options& options_;
  const Workload& workload_;
  Device device_;
  cli::Context& context_;
  Dataset set_;
};

}  // namespace wattline::trainstep
