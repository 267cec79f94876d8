// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/engine.hpp"

#include <cmath>

#include "trainstep/net/current_stream.hpp"

namespace wattline::trainstep {

namespace {

double no_loss() {
  return NAN;
}

}  // namespace

Engine no_engine() {
  return {[](const Minibatch&) {}, [](const StageMarks&) { return true; }, [](const FirstToken&) { return true; },
          no_loss};
}

Engine engine_of(const std::shared_ptr<Trainer>& trainer) {
  const auto train = [trainer](const StageMarks& marks) {
    trainer->step(marks);
    return true;
  };
  const auto infer = [trainer](const FirstToken& first_token) {
    trainer->infer(first_token);
    return true;
  };
  const auto validate = [trainer] {
    trainer->validate();
    return true;
  };
  return {[trainer](const Minibatch& batch) { trainer->load(batch); },
          train,
          infer,
          [trainer] { return trainer->loss(); },
          validate,
          [trainer] { return trainer->accuracy_pct(); }};
}

Engine validating(const Engine& engine) {
  Engine other = engine;
  const std::function<bool()> forward = [infer = engine.infer] { return infer({}); };
  const std::function<bool()> validate = engine.validate ? engine.validate : forward;
  other.train = [validate](const StageMarks&) { return validate(); };
  return other;
}

Engine engine_of(const std::shared_ptr<EmulatedGpu>& gpu) {
  return {[gpu](const Minibatch& batch) { gpu->load(batch.samples); },
          [gpu](const StageMarks&) { return gpu->train(); }, [gpu](const FirstToken&) { return gpu->infer(); },
          no_loss};
}

Engine on_stream(const Engine& engine, const std::shared_ptr<void>& stream) {
  const auto there = [stream](const auto& work) {
    decltype(work()) result{};
    on_stream(stream.get(), [&] { result = work(); });
    return result;
  };
  return {[=](const Minibatch& batch) { on_stream(stream.get(), [&] { engine.load(batch); }); },
          [=](const StageMarks& marks) { return there([&] { return engine.train(marks); }); },
          [=](const FirstToken& first) { return there([&] { return engine.infer(first); }); },
          [=] { return there([&] { return engine.loss(); }); }};
}

}  // namespace wattline::trainstep
