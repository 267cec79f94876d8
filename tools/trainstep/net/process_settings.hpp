// SPDX-License-Identifier: Apache-2.0
// Settings of LibTorch, of the BLAS behind it and of the allocator, which hold for the whole process.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "trainstep/net/precision.hpp"

namespace wattline::trainstep {

struct ProcessSettings {
  int threads = 1;          // of one operation
  bool keep_memory = true;  // glibc's allocator keeps what it got: a third of MobileNetV3's step is page faults without
  Precision precision = Precision::standard;  // of what autocast leaves in float32 on a GPU
  bool cudnn_benchmark = false, deterministic = false;
};
// To be called once, before anything else of LibTorch. Threads are set for LibTorch and for the BLAS behind it, which
// LibTorch's own setting does not reach.
void apply_process_settings(const ProcessSettings& settings);

// This LibTorch was built with CUDA and finds a device.
bool cuda_usable();

// For the meta file: versions and settings of the libraries below.
std::vector<std::pair<std::string, std::string>> library_facts();

}  // namespace wattline::trainstep
