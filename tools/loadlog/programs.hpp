// SPDX-License-Identifier: Apache-2.0
// `loadlog programs`: the CPU time of the busiest processes and control groups at each tick.
#pragma once
#include <cstdint>

#include "cli/sampling.hpp"
#include "cli/subcommands.hpp"

namespace wattline::loadlog {

struct ProgramOptions {
  ProgramOptions() { sampling.schedule.interval_ns = 1'000'000'000; }
  cli::SamplingOptions sampling;
  std::int64_t most = 10;  // programs of each kind
};

int log_programs(const ProgramOptions& options, cli::Context& context);

cli::Subcommand programs_subcommand();

}  // namespace wattline::loadlog
