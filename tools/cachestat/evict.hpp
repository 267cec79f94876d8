// SPDX-License-Identifier: Apache-2.0
// evict: writes back dirty pages, asks the kernel to drop the files' pages, and prints what is left.
#pragma once
#include "cachestat/options.hpp"
#include "cli/context.hpp"

namespace wattline::cachestat {

struct EvictOptions {
  bool metadata = false;  // drop inodes and directories too
};

void declare_evict(cli::App& app, EvictOptions& evict);
// Returns the exit status.
int evict(const Options& options, const EvictOptions& evict, cli::Context& context);

}  // namespace wattline::cachestat
