// SPDX-License-Identifier: Apache-2.0
// trainstep: train a network and time every minibatch.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tool.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/hooks.hpp"
#include "trainstep/net/trainer.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/loop.hpp"
#include "trainstep/workload.hpp"

namespace wattline::trainstep {

struct Options {
  std::vector<std::string> operands;  // WORKLOAD, or info WORKLOAD
  DataOptions data;
  bool synthetic = false;
  std::string decode = "exact", on_bad = "stop", order, device = "auto", allocator = "keep", memory = "pageable";
  LoaderOptions loader;
  LoopOptions loop;
  NetworkOptions network;
  // What was asked for; the workload's own otherwise.
  std::optional<std::string> optimiser;
  std::optional<double> learning_rate, momentum, weight_decay, clip;
  ProcessOptions process;
  int threads = 0;  // 0 = as many as processors are available
  bool channels_last = false;
  std::int64_t epochs = 1;
  std::uint64_t seed = 1;
  bool loader_only = false, infer = false;
  InterleaveOptions serving;
  std::string interleave, infer_data, policy = "managed";
  HookOptions hooks;
  bool resume = false;
  cli::RowOptions rows;
  std::string epochs_out, summary, save;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
