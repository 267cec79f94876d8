// SPDX-License-Identifier: Apache-2.0
// powerlog: samples power rails and integrates energy, alone or around a command.
#pragma once
#include <string>
#include <vector>

#include "cli/sampling.hpp"
#include "cli/tool.hpp"

namespace wattline::powerlog {

struct Options {
  cli::SamplingOptions sampling;
  std::vector<std::string> rails;  // empty = all, and TOTAL
  bool list_rails = false;
  std::string marks_out;
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::powerlog
