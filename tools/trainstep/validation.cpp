// SPDX-License-Identifier: Apache-2.0
#include "trainstep/validation.hpp"

#include <cmath>

namespace wattline::trainstep {

namespace {

// Means over samples, from those of minibatches.
struct Means {
  double loss = 0, accuracy_pct = 0, samples = 0;
  void add(const StepRecord& step) {
    const auto n = static_cast<double>(step.images);
    loss += n * step.loss;
    accuracy_pct += n * step.accuracy_pct;
    samples += n;
  }
};

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
  Means means;
  bool whole = true;
  loop.on_step = [&](const StepRecord& step) {
    means.add(step);
    return whole = on_step(step);
  };
  const EpochRecord pass = loop.run(epoch.epoch, sequential_order(set_.size));
  if (!whole || means.samples == 0) return;
  epoch.validation_s = pass.all.step_ms * 1e-3;
  if (!computer.network) return;
  epoch.validation_loss = means.loss / means.samples;
  epoch.accuracy_pct = means.accuracy_pct / means.samples;
}

}  // namespace wattline::trainstep
