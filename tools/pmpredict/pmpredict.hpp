// SPDX-License-Identifier: Apache-2.0
// pmpredict: time, power and energy of a workload in modes that were not profiled.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/tables.hpp"

namespace wattline::pmpredict {

struct Options {
  std::string verb;
  cli::RowOptions rows;
  std::vector<std::string> files;  // operands
  std::string modes;               // rows of modes
  std::string model = "physics";
  std::vector<std::string> priors;  // model files of reference workloads
  std::string truth;                // rows of profiles to compare with
  std::string against = "power";    // pareto: the second cost
  std::size_t count = 10;
  cli::TableOptions table;
  std::int64_t minibatches = 0, images = 0, per_batch = 0, epochs = 1;
  std::optional<double> round_s;  // match: how long a round may take
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::pmpredict
