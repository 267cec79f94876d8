// SPDX-License-Identifier: Apache-2.0
// A network, its loss and its optimiser behind a wall: no header of LibTorch is seen outside net/.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "trainstep/data/batch.hpp"
#include "trainstep/net/device.hpp"

namespace wattline::trainstep {

// What a network is trained by: bce takes logits.
enum class Loss { cross_entropy, mse, l1, bce };

// 0, or a negative dropout, stands for what the published network has.
struct NetworkOptions {
  std::string name;
  std::string script;               // a TorchScript file, instead of a name
  Loss loss = Loss::cross_entropy;  // of a script
  std::int64_t classes = 0, vocabulary = 0, hidden = 0, layers = 0;
  double dropout = -1;
};

enum class Optimiser { sgd, adam, adamw };

struct OptimiserOptions {
  Optimiser kind = Optimiser::sgd;
  double learning_rate = 0.01, momentum = 0.9, weight_decay = 0;
  double clip = 0;  // largest norm of all gradients together; 0 = none
};

struct TrainerOptions {
  NetworkOptions network;
  OptimiserOptions optimiser;
  Device device = Device::cpu;
  std::uint64_t seed = 1;
  bool channels_last = false;
};

class Trainer {
 public:
  // Builds the network with random weights. Throws unavailable when the device cannot be used, or memory does not
  // suffice.
  explicit Trainer(const TrainerOptions& options);
  ~Trainer();
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  // The batch to the device; its memory must stay until the step is done.
  void load(const Batch& batch);
  // Gradients to zero, forward, loss, backward, update. On a GPU it returns when all of it is queued. Throws
  // unavailable when memory does not suffice, with the batch that would fit as its hint.
  void step();
  // Forward only, without gradients, as an application would use the network; waits for the result. Throws as step().
  void infer();
  // Loss of the last step; waits for it.
  double loss() const;

  std::int64_t parameters() const;
  // Multiplications with additions of one forward pass over the loaded batch, counted from the operations that run.
  std::int64_t count_multiply_adds();
  // Each module that has parameters of its own.
  struct Layer {
    std::string name, kind;
    std::int64_t parameters;
    std::int64_t
        depth;  // layers as papers count them: convolution, linear, each layer of an LSTM; no shortcuts, no norms
  };
  std::vector<Layer> layers() const;
  // Weights by name, as an archive that torch.jit.load reads.
  void save(const std::string& path) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct ProcessOptions {
  int threads = 1;          // of one operation
  bool keep_memory = true;  // glibc's allocator keeps what it got: a third of MobileNetV3's step is page faults without
  bool tf32 = false, cudnn_benchmark = false, deterministic = false;
};
// Process-wide settings, to be made once before anything else. Threads are set for LibTorch and for the BLAS behind it,
// which LibTorch's own setting does not reach.
void configure_process(const ProcessOptions& options);

// The text of an exception of LibTorch or of a library below it.
bool is_out_of_memory(const std::string& text);

// This LibTorch was built with CUDA and finds a device.
bool cuda_usable();

// For the meta file: versions and settings of the libraries below.
std::vector<std::pair<std::string, std::string>> library_facts();

}  // namespace wattline::trainstep
