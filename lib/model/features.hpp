// SPDX-License-Identifier: Apache-2.0
// The features of a mode that the models use: clocks as fractions of the device's largest, and logarithms.
#pragma once
#include <vector>

#include "model/mode.hpp"

namespace wattline::model {

struct Features {
  double cores = 1, cores_share = 1;  // online cores; their share of the largest count
  double cpu = 1, gpu = 1, emc = 1;   // in (0, 1]; 1 where the device lacks the knob
  double batch = 1;                   // share of the largest batch size
  double log_cores = 0, log_cpu = 0, log_gpu = 0, log_emc = 0, log_batch = 0;  // log_cores is log(cores / 2)
};

Features features(const Mode& mode, const DeviceLimits& device);
std::vector<Features> features(const std::vector<Mode>& modes, const DeviceLimits& device);

}  // namespace wattline::model
