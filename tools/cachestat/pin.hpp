// SPDX-License-Identifier: Apache-2.0
// pin: holds a fixed part of a data set in memory while a command runs. Under random access a least-recently-used cache
// smaller than the data evicts what is needed next; a part that stays gives its share of hits in every epoch.
#pragma once
#include <cstdint>

#include "cachestat/options.hpp"
#include "cli/context.hpp"

namespace wattline::cachestat {

// How much to hold: one of the two is positive.
struct PinOptions {
  std::int64_t bytes = 0;
  double fraction = 0;   // of the files' bytes
  bool as_root = false;  // under sudo, run the command as root and not as the calling user
};

void declare_pin(cli::App& app, PinOptions& pin);
// Returns the command's exit status.
int pin(const Options& options, const PinOptions& pin, cli::Context& context);

}  // namespace wattline::cachestat
