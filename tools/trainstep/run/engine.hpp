// SPDX-License-Identifier: Apache-2.0
// What minibatches are given to: a network, the GPU of an emulated board, or nothing.
#pragma once
#include <functional>
#include <memory>

#include "trainstep/data/minibatch.hpp"
#include "trainstep/net/trainer.hpp"
#include "trainstep/run/emulated_gpu.hpp"

namespace wattline::trainstep {

struct Engine {
  std::function<void(const Minibatch&)> load;  // to the device
  // Queued or done when they return; false when a stop signal came first, and the minibatch does not count.
  std::function<bool(const StageMarks&)> train;
  std::function<bool(const FirstToken&)> infer;
  std::function<double()> loss;  // of that step; not a number when there is none
  // Queued or done as training is; empty = as an inference.
  std::function<bool()> validate{};
  std::function<double()> accuracy_pct{};  // of that validation; empty = not known
};
// Validates where the engine would train.
Engine validating(const Engine& engine);

// Leaves minibatches as they are.
Engine no_engine();
Engine engine_of(const std::shared_ptr<Trainer>& trainer);
Engine engine_of(const std::shared_ptr<EmulatedGpu>& gpu);
// The same engine, whose work goes to that stream of a GPU.
Engine on_stream(const Engine& engine, const std::shared_ptr<void>& stream);

}  // namespace wattline::trainstep
