// SPDX-License-Identifier: Apache-2.0
// powerlog: samples power rails and integrates energy, alone or around a command.
#pragma once
#include <string>
#include <vector>

#include "cli/sampling.hpp"
#include "cli/tool.hpp"
#include "powerlog/import.hpp"
#include "powerlog/marks.hpp"

namespace wattline::powerlog {

struct Options {
  cli::SamplingOptions sampling;
  std::vector<std::string> rails;  // empty = all, and TOTAL
  bool list_rails = false;
  MarkOptions marks;
  bool strict = false;            // refuse to sample faster than the sensor converts
  std::int64_t chip_samples = 0;  // averaging to set meanwhile; 0 = leave it
  std::int64_t idle_ns = 0;       // idle baseline before the log
  std::string total;              // "jtop-4.1": one more sum
  std::string calibration;
  ImportOptions import;
};

cli::About about();
void declare(CLI::App& app, Options& options);
// Refuse what does not go together, before anything is opened.
void check(const Options& options, const cli::Context& context);
void check_import(const Options& options, const cli::Context& context);
int run(const Options& options, cli::Context& context);

}  // namespace wattline::powerlog
