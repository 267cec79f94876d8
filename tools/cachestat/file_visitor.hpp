// SPDX-License-Identifier: Apache-2.0
// Work on every file of the operands, each file once, however many links and operands lead to it.
#pragma once
#include <functional>
#include <optional>

#include "cachestat/failures.hpp"
#include "cachestat/operand_files.hpp"
#include "cachestat/options.hpp"
#include "cachestat/workers.hpp"
#include "cli/context.hpp"
#include "page_cache/seen_inodes.hpp"
#include "page_cache/totals.hpp"

namespace wattline::cachestat {

class FileVisitor {
 public:
  using OnFile = std::function<void(const page_cache::Directory&, const char* name, const page_cache::FileResidency&)>;

  FileVisitor(const Options& options, cli::Context& context);
  // Runs the work over the operand's files and hands each to `on_file` the first time it is met. Empty when the
  // operand is not there. Later operands leave out what earlier ones had.
  std::optional<page_cache::Totals> visit(const Operand& operand, const MakeWork& make_work,
                                          const OnFile& on_file = {});

 private:
  Workers workers_for(page_cache::Method method, const MakeWork& make_work, Collect collect) const;
  void collect(const Batch& batch, page_cache::Totals& totals, const OnFile& on_file);
  const Options& options_;
  cli::Context& context_;
  Failures failures_;
  OperandFiles operand_files_;
  page_cache::SeenInodes seen_;
};

// Runs the work over all operands.
void visit_operands(const Options& options, cli::Context& context, const MakeWork& make_work);

}  // namespace wattline::cachestat
