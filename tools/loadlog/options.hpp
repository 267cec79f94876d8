// SPDX-License-Identifier: Apache-2.0
// The options of loadlog.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/sampling.hpp"

namespace wattline::loadlog {

// Of files to import.
enum class LoadFormat { tegrastats };

struct Options {
  cli::SamplingOptions sampling;
  std::string disk;                  // a path on it, its device node or its name; empty = no disk
  std::int64_t pid = 0;              // process whose reads are counted; 0 = none
  bool cmd = false;                  // count those of the wrapped command
  bool per_core = false;             // lists of each core's use and clock
  std::optional<LoadFormat> format;  // of `file`, to import; empty = sample instead
  std::string file;                  // - is standard input
};

void declare(cli::App& app, Options& options);
// Refuses options that do not go together, before anything is opened.
void check(const Options& options, const cli::Context& context);

}  // namespace wattline::loadlog
