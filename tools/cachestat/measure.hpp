// SPDX-License-Identifier: Apache-2.0
// Measures the residency of operands, one row each.
#pragma once
#include <cstdint>
#include <vector>

#include "cachestat/file_visitor.hpp"
#include "cachestat/operand_files.hpp"
#include "cachestat/options.hpp"
#include "cli/context.hpp"
#include "page_cache/residency_row.hpp"

namespace wattline::cachestat {

// Throws unavailable when the method is cachestat(2) and the kernel does not have it; notes when a filter forbids
// cachestat(2).
void check_method(const Options& options, const cli::Context& context);

// Residency of each operand that is there; warns of what was hidden or failed.
std::vector<page_cache::ResidencyRow> measure_operands(const Options& options, cli::Context& context,
                                                       const FileVisitor::OnFile& on_file = {});

// Sets time, label and path of a row whose scan just ended; warns of what was hidden.
void complete(page_cache::ResidencyRow& row, const Operand& operand, const Options& options, cli::Context& context,
              std::int64_t start_ns);

// Throws a data error when an operand held no files: nobody wants the residency of a mistyped path.
void check_found(const Options& options, const std::vector<page_cache::ResidencyRow>& rows);

}  // namespace wattline::cachestat
