// SPDX-License-Identifier: Apache-2.0
#include "trainstep/training_length.hpp"

#include "base/error.hpp"

namespace wattline::trainstep {

std::int64_t minibatches_per_epoch(const Options& options, const Dataset& set) {
  return static_cast<std::int64_t>((set.size + options.loader.batch - 1) / options.loader.batch);
}

std::int64_t updates_of_run(const Options& options, const Dataset& set) {
  return options.epochs * minibatches_per_epoch(options, set) / options.accumulate;
}

bool is_trained(const StepsDone& done, const Options& options, const Dataset& set) {
  const std::int64_t most = options.loop.max_steps;
  return done.steps >= minibatches_per_epoch(options, set) || (most > 0 && done.counted >= most);
}

void check_updates(const Options& options, const Dataset& set) {
  if (!uses_libtorch(options)) return;
  const std::int64_t updates = updates_of_run(options, set);
  if (updates == 0) {
    throw usage_error("--accumulate " + std::to_string(options.accumulate) + ": the run has " +
                          std::to_string(options.epochs * minibatches_per_epoch(options, set)) +
                          " minibatches, too few for an update of the weights",
                      "give a smaller --accumulate, or more --epochs");
  }
  if (options.rate.warmup <= updates) return;
  throw usage_error("--warmup " + std::to_string(options.rate.warmup) + ": the run has " + std::to_string(updates) +
                        " updates, so the learning rate would not reach --lr",
                    "give a smaller --warmup, or more --epochs");
}

}  // namespace wattline::trainstep
