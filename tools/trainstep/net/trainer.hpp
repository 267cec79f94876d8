// SPDX-License-Identifier: Apache-2.0
// A network, its loss and its optimizer behind a wall: no header of LibTorch is seen outside net/.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/not_copyable.hpp"
#include "trainstep/data/minibatch.hpp"
#include "trainstep/net/forward_cost.hpp"
#include "trainstep/net/layer.hpp"
#include "trainstep/net/trainer_options.hpp"

namespace wattline::trainstep {

struct TrainingState;

// Called within a step; may be empty.
struct StageMarks {
  std::function<void()> forward, backward;  // that stage is done, or queued on a GPU
};

// Called when the first token of an inference is on the host; may be empty.
using FirstToken = std::function<void()>;

class Trainer : NotCopyable {
 public:
  // Builds the network with random weights, or those of a file. Throws unavailable when the device cannot be used, or
  // memory does not suffice, and a data error when a file does not fit.
  explicit Trainer(const TrainerOptions& options);
  ~Trainer();

  // The batch to the device; its memory must stay until the step is done.
  void load(const Minibatch& batch);
  // Gradients to zero, forward, loss, backward, update. On a GPU it returns when all of it is queued. Throws
  // unavailable when memory does not suffice, with the batch that would fit as its hint, and a data error with the
  // shapes when the network does not take the batch.
  void step(const StageMarks& marks = {});
  // Forward only, without gradients, as an application would use the network. On a GPU it returns when that is queued.
  // A language model generates tokens, which are on the host when it returns; the first one is reported. Throws as
  // step().
  void infer(const FirstToken& first_token = {});
  // Forward and loss, without gradients and with the network as it is used. On a GPU it returns when that is queued.
  // Throws as step().
  void validate();
  // Loss of the last step or validation; waits for it.
  double loss() const;
  // Share of the last validation's samples that were classified rightly, in %; NAN where there are no classes.
  double accuracy_pct() const;

  std::int64_t parameters() const;
  std::int64_t trained_parameters() const;
  // How many are left, and of how many modules, when each batch norm is folded into the convolution before it, as for
  // inference. Of a TorchScript file it is not known.
  struct Fused {
    std::int64_t modules, parameters;
  };
  std::optional<Fused> fused() const;
  // Of a forward pass over the loaded batch.
  ForwardCost forward_cost();
  // Each module that has parameters of its own.
  std::vector<Layer> layers() const;
  // Weights by name, as an archive that torch.jit.load reads; of a TorchScript file the whole network.
  void save(const std::string& path) const;

  // All that a run needs to go on exactly: weights, optimizer, gradients that are summed up, scale, generators.
  TrainingState state() const;
  // Throws a data error that names the file when it is the state of another run.
  void restore(const std::string& path, const TrainingState& state);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace wattline::trainstep
