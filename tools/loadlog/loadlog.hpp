// SPDX-License-Identifier: Apache-2.0
// loadlog: what the machine is busy with, a row per tick.
#pragma once
#include <cstdint>
#include <string>

#include "cli/sampling.hpp"
#include "cli/tool.hpp"

namespace wattline::loadlog {

struct Options {
  cli::SamplingOptions sampling;
  std::string disk;      // a path on it, its node or its name
  std::int64_t pid = 0;  // whose reads to count
  bool cmd = false;      // the wrapped command's
  bool per_core = false;
  std::string from, file;  // import: "tegrastats" and the file
};

cli::About about();
void declare(CLI::App& app, Options& options);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::loadlog
