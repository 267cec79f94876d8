// SPDX-License-Identifier: Apache-2.0
// scan, the default: prints what of each operand is in the page cache.
#pragma once
#include <cstdint>

#include "cachestat/options.hpp"
#include "cli/context.hpp"

namespace wattline::cachestat {

struct ScanOptions {
  bool per_file = false;
  std::int64_t watch_ns = 0;  // interval of repeated scans; 0 = scan once
  std::int64_t count = 0;     // number of repeated scans; 0 = until stopped
  std::int64_t sample = 0;    // files to estimate from; 0 = all
  std::int64_t map = 0;       // parts of each file; 0 = no map
};

void declare_scan(cli::App& app, ScanOptions& scan);
void check_scan(const ScanOptions& scan);
// Whether any of these options was given.
bool any_given(const ScanOptions& scan);
// Returns the exit status.
int scan(const Options& options, const ScanOptions& scan, cli::Context& context);

}  // namespace wattline::cachestat
