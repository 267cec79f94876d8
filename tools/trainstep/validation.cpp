// SPDX-License-Identifier: Apache-2.0
#include "trainstep/validation.hpp"

#include "trainstep/run/validation_means.hpp"

namespace wattline::trainstep {

namespace {

// The memory of a loader is a GPU's, too, so each pass has a loader of its own.
LoopOptions validation_loop() {
  LoopOptions options;
  options.validation = true;
  return options;
}

}  // namespace

Validation::Validation(const Options& options, const Workload& workload, Device device, cli::Context& context)
    : options_(options),
      workload_(workload),
      device_(device),
      context_(context),
      set_(open_validation_set(workload, options.data, options.synthetic)) {
  report_left_out(set_, context);
}

void Validation::run(EpochRecord& epoch, const Computer& computer, Clock& clock) const {
  Loader loader(set_, training_loader(options_, workload_, context_.root), memory_of(options_, device_));
  loader.on_bad = on_bad;
  TimedLoop loop(loader, validating(computer.engine), timer_of(computer, device_, clock), clock, validation_loop());
  ValidationMeans means;
  bool whole = true;
  loop.on_step = [&](const StepRecord& step) {
    means.add(step);
    return whole = on_step(step);
  };
  loop.run(epoch.epoch, sequential_order(set_.size));
  if (whole) means.enter_into(epoch);
}

}  // namespace wattline::trainstep
