// SPDX-License-Identifier: Apache-2.0
// What every way of running has in common: the workload, its data, the device, the trainer.
#pragma once
#include <memory>
#include <string>

#include "io/meta.hpp"
#include "io/system_clock.hpp"
#include "trainstep/trainstep.hpp"

namespace wattline::trainstep {

// The workload named on the command line; a TorchScript file without one takes resnet18's data.
const Workload& workload_of(const Options& options);
Dataset dataset_of(const Options& options, const Workload& workload);

// cpu or cuda. `auto` refuses to train on the processor of a board that has a GPU.
std::string device_of(const Options& options, const io::Root& host = io::Root());
void configure(const Options& options, const std::string& device);
std::unique_ptr<Trainer> make_trainer(const Options& options, const Workload& workload, const std::string& device);

Order order_of(const Options& options, const Workload& workload, const Dataset& set, std::int64_t epoch);
LoaderOptions loading_of(const Options& options);
// Where minibatches live. Throws unavailable when that needs a GPU and there is none.
Memory memory_of(const Options& options, const std::string& device);
io::Meta meta_of(const Options& options, const Workload& workload, const Dataset& set, const std::string& device);

// trainstep runs on the host, also when --root names an emulated board with a clock of its own.
class HostClock {
 public:
  explicit HostClock(cli::Context& context) : clock_(context.root.emulation() ? host_ : context.clock) {}
  Clock& operator*() { return clock_; }

 private:
  io::SystemClock host_;
  Clock& clock_;
};

}  // namespace wattline::trainstep
