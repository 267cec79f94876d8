// SPDX-License-Identifier: Apache-2.0
// What every way of running makes of the options: the workload, its data, the device, the trainer.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "io/meta.hpp"
#include "io/root.hpp"
#include "io/system_clock.hpp"
#include "trainstep/options.hpp"
#include "trainstep/rows.hpp"
#include "trainstep/run/engine.hpp"

namespace wattline::trainstep {

// The workload named on the command line; a TorchScript file without one takes resnet18's data.
const Workload& workload_of(const Options& options);

// That one, or with --interleave the one that trains and the one that answers. Throws a usage error when they are not
// two.
std::vector<std::string> workloads_of(const Options& options);

// What summaries and meta files call the workload: its name, or that of the TorchScript file.
std::string name_of(const Options& options, const Workload& workload);

// --device, or where LibTorch can compute. Throws unavailable rather than choose the processor of a board with a GPU.
Device device_of(const Options& options, const io::Root& host = io::Root());
// --precision, the preset's, or PyTorch's default. Throws unavailable when the GPU cannot compute in it.
Precision precision_of(const Options& options, Device device);
void configure(const Options& options, Device device);
// What the rows say of how they came about.
Origin origin_of(const Options& options, Device device);
// `set` may be empty when nothing is trained.
std::unique_ptr<Trainer> make_trainer(const Options& options, const Workload& workload, Device device,
                                      const Dataset* set = nullptr);

// What computes the minibatches of a run.
struct Computer {
  Engine engine = no_engine();
  std::shared_ptr<Trainer> network;
  std::shared_ptr<EmulatedGpu> gpu;
  std::shared_ptr<void> stream;  // of the GPU that its work goes to; empty = the default one
  // NA without a network.
  std::optional<std::int64_t> parameters() const;
};
// The network of the workload, or with Device::jetsim the GPU of the emulated board.
Computer make_computer(const Options& options, const Workload& workload, const Dataset& set, Device device,
                       cli::Context& context);

// A GPU computes asynchronously: only it knows when a stage was done.
Timer timer_of(const Computer& computer, Device device, Clock& clock);
// For work beside that of another network on the same GPU.
void use_own_stream(Computer& computer, StreamPriority priority);

// Warns of what the folder of the data set holds that no sample is made of. Files that are no images are only noted.
void report_left_out(const Dataset& set, cli::Context& context);

// How the learning rate changes with the updates of the whole run; without data with the first one only.
RateOptions rate_of(const Options& options, const Dataset* set);

// The order of --order, --preset or the workload.
Order order_of(const Options& options, const Workload& workload, const Dataset& set, std::int64_t epoch);
// With what concerns the board when that computes.
LoaderOptions loader_of(const Options& options, const io::Root& root);
// The same for epochs: an emulated board also prepares the samples of files.
LoaderOptions training_loader(const Options& options, const Workload& workload, const io::Root& root);
// Where minibatches live. Throws unavailable when that needs a GPU and there is none.
Memory memory_of(const Options& options, Device device);
io::Meta meta_of(const Options& options, const Workload& workload, const Dataset& set, Device device);

// The machine that computes: the host, or with --device jetsim the emulated board.
io::Root machine_of(const Options& options, const cli::Context& context);

// trainstep runs on the host, also when --root names an emulated board with a clock of its own. Only when that board
// computes is the run timed by its clock.
class RunClock {
 public:
  RunClock(const Options& options, cli::Context& context)
      : clock_(context.root.emulation() && !on_emulated_board(options) ? host_ : context.clock) {}
  Clock& operator*() { return clock_; }

 private:
  io::SystemClock host_;
  Clock& clock_;
};

}  // namespace wattline::trainstep
