// SPDX-License-Identifier: Apache-2.0
// warm: reads files into the page cache, in parallel, and verifies that they are there.
#pragma once
#include "cachestat/options.hpp"
#include "cli/context.hpp"

namespace wattline::cachestat {

struct WarmOptions {
  bool async = false;  // by read-ahead requests
};

void declare_warm(cli::App& app, WarmOptions& warm);
// Returns the exit status.
int warm(const Options& options, const WarmOptions& warm, cli::Context& context);

}  // namespace wattline::cachestat
