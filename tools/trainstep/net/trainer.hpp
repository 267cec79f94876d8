// SPDX-License-Identifier: Apache-2.0
// A network, its loss and its optimiser behind a wall: no header of LibTorch is seen outside net/.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trainstep/data/batch.hpp"

namespace wattline::trainstep {

struct TrainerOptions {
  std::string network;
  std::string device = "cpu";  // cpu or cuda
  std::uint64_t seed = 1;
  double learning_rate = 0.01, momentum = 0.9;
};

class Trainer {
 public:
  // Builds the network with random weights. Throws unavailable when the device cannot be used.
  explicit Trainer(const TrainerOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  // The batch to the device; its memory must stay until the step is done.
  void load(const Batch& batch);
  // Gradients to zero, forward, loss, backward, update. On a GPU it returns when all of it is queued.
  void step();
  // Loss of the last step; waits for it.
  double loss() const;
  std::int64_t parameters() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Process-wide settings, to be made once before anything else: threads of LibTorch and of the BLAS behind it (which
// LibTorch's own setting does not reach), and, for training on the CPU, an allocator that keeps what it got (glibc's
// default returns each large tensor to the kernel: a third of MobileNetV3's step is page faults).
void configure_process(int threads, bool keep_memory);

// This LibTorch was built with CUDA and finds a device.
bool cuda_usable();

// For the meta file: versions and settings of the libraries below.
std::vector<std::pair<std::string, std::string>> library_facts();

}  // namespace wattline::trainstep
