// SPDX-License-Identifier: Apache-2.0
// How a network is made and trained.
#pragma once
#include <cstdint>
#include <optional>

#include "trainstep/net/device.hpp"
#include "trainstep/net/learning_rate.hpp"
#include "trainstep/net/network_options.hpp"
#include "trainstep/net/optimizer_options.hpp"
#include "trainstep/net/precision.hpp"
#include "trainstep/net/schedule.hpp"

namespace wattline::trainstep {

struct TrainerOptions {
  NetworkOptions network;
  OptimizerOptions optimizer;
  std::optional<UltralyticsRun> ultralytics;  // whose schedule changes the optimizer's settings
  Device device = Device::cpu;
  std::uint64_t seed = 1;
  std::int64_t accumulate = 1;  // minibatches whose mean gradient makes an update, unless Ultralytics' schedule says
  RateOptions rate;
  Precision precision = Precision::standard;
  bool channels_last = false;  // images and weights
  std::int64_t generate = 0;   // tokens of a language model that infer() generates; 0 = a forward pass only
};

}  // namespace wattline::trainstep
