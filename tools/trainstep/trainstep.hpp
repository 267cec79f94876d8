// SPDX-License-Identifier: Apache-2.0
// trainstep: train a network and time every minibatch.
#pragma once
#include <cstdint>
#include <string>

#include "cli/tool.hpp"
#include "trainstep/data/loader.hpp"
#include "trainstep/net/trainer.hpp"
#include "trainstep/run/loop.hpp"

namespace wattline::trainstep {

struct Options {
  std::string workload;
  std::string data;
  std::string decode = "exact";
  std::string order = "shuffle";
  std::string device = "auto";
  LoaderOptions loader;
  LoopOptions loop;
  TrainerOptions trainer;
  std::int64_t epochs = 1;
  int threads = 0;  // 0 = as many as processors are available
  std::uint64_t seed = 1;
  bool loader_only = false;
  cli::RowOptions rows;
  std::string epochs_out, summary;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::trainstep
