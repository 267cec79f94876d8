// SPDX-License-Identifier: Apache-2.0
// The files that the operands name: trees, single files, lists of names.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cachestat/failures.hpp"
#include "cachestat/options.hpp"
#include "page_cache/batch.hpp"
#include "page_cache/seen_inodes.hpp"
#include "page_cache/totals.hpp"

namespace wattline::cachestat {

struct Operand {
  std::string path;
  bool is_list = false;
};

// PATH... in order, then the list of --from.
std::vector<Operand> operands_of(const Options& options);

class OperandFiles {
 public:
  OperandFiles(const Options& options, cli::Context& context, Failures& failures);

  // Hands every file of the operand to the batcher and flushes it. False when the operand is not there.
  bool feed(const Operand& operand, page_cache::Batcher& batcher, page_cache::Totals& totals);
  // Whether a file may come more than once although it has one link: from a list, through links, or as an operand.
  bool may_repeat() const { return may_repeat_; }
  bool stopped() const { return context_.signals.stop() != 0; }

 private:
  void walk(const std::string& path, page_cache::Batcher& batcher, page_cache::Totals& totals);
  std::string name_of(const std::string& line, const std::function<bool(const std::string&)>& is_there);
  void feed_list(page_cache::Batcher& batcher, page_cache::Totals& totals);
  const Options& options_;
  cli::Context& context_;
  Failures& failures_;
  bool may_repeat_;
  page_cache::SeenInodes directories_;
};

}  // namespace wattline::cachestat
