// SPDX-License-Identifier: Apache-2.0
// Work on every file of the operands, each file once.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "cachestat/source.hpp"
#include "cachestat/workers.hpp"
#include "page_cache/residency_row.hpp"

namespace wattline::cachestat {

// Throws unavailable when --method cachestat cannot be had; says so when a filter forbids cachestat(2).
void check_method(const Options& options, cli::Context& context);

// Work that measures, with a probe of its own.
MakeWork measuring(const Options& options, const cli::Context& context);

class Visit {
 public:
  using OnFile = std::function<void(const page_cache::Directory&, const char* name, const page_cache::FileResidency&)>;

  Visit(const Options& options, cli::Context& context);
  // Runs the work over the operand's files and hands each to `on_file` the first time it is met. Empty when the
  // operand is not there. Later operands leave out what earlier ones had.
  std::optional<page_cache::Totals> operator()(const Operand& operand, const MakeWork& make_work,
                                               const OnFile& on_file = {});

 private:
  Workers workers_for(page_cache::Method method, const MakeWork& make_work, Collect collect) const;
  void collect(const Batch& batch, page_cache::Totals& totals, const OnFile& on_file);
  const Options& options_;
  cli::Context& context_;
  Failures failures_;
  Source source_;
  page_cache::SeenInodes files_;
};

// Residency of each operand that is there; says what was hidden or failed.
std::vector<page_cache::ResidencyRow> measure_operands(const Options& options, cli::Context& context,
                                                       const Visit::OnFile& on_file = {});

// Time, label and path of a row whose scan just ended; says what was hidden.
void complete(page_cache::ResidencyRow& row, const Operand& operand, const Options& options, cli::Context& context,
              std::int64_t start_ns);

// Throws a data error when an operand held no files: nobody wants the residency of a mistyped path.
void check_found(const Options& options, const std::vector<page_cache::ResidencyRow>& rows);

// Runs the work over all operands.
void work_on_operands(const Options& options, cli::Context& context, const MakeWork& make_work);

}  // namespace wattline::cachestat
