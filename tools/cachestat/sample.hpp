// SPDX-License-Identifier: Apache-2.0
// Residency estimated from a simple random sample of the files.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "cachestat/options.hpp"
#include "cli/context.hpp"
#include "page_cache/residency_row.hpp"

namespace wattline::cachestat {

// min and max are the 95 % confidence interval (cachestat/share_interval.hpp). Hidden files count as absent below and
// as resident above.
page_cache::Shares estimate(const std::vector<page_cache::FileResidency>& sample, std::uint64_t population);

// One row per operand, estimated from `files` of its files. `round` varies the seed.
std::vector<page_cache::ResidencyRow> sample_operands(const Options& options, std::int64_t files, std::uint64_t round,
                                                      cli::Context& context);

}  // namespace wattline::cachestat
