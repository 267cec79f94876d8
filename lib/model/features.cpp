// SPDX-License-Identifier: Apache-2.0
#include "model/features.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::model {

namespace {

double share(const Mode& mode, const DeviceLimits& device, Axis axis) {
  if (mode[axis] <= 0 || device.top[axis] <= 0) return 1;
  return double(mode[axis]) / double(device.top[axis]);
}

}  // namespace

Features features(const Mode& mode, const DeviceLimits& device) {
  Features x;
  x.cores = double(std::max<std::int64_t>(mode[kCores], 1));
  x.cores_share = share(mode, device, kCores);
  x.cpu = share(mode, device, kCpu);
  x.gpu = share(mode, device, kGpu);
  x.emc = share(mode, device, kEmc);
  x.log_cores = std::log(x.cores / 2);
  x.log_cpu = std::log(x.cpu);
  x.log_gpu = std::log(x.gpu);
  x.log_emc = std::log(x.emc);
  x.batch = share(mode, device, kBatch);
  x.log_batch = std::log(x.batch);
  return x;
}

std::vector<Features> features(const std::vector<Mode>& modes, const DeviceLimits& device) {
  std::vector<Features> all;
  all.reserve(modes.size());
  for (const Mode& mode : modes) all.push_back(features(mode, device));
  return all;
}

}  // namespace wattline::model
