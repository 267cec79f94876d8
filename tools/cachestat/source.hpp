// SPDX-License-Identifier: Apache-2.0
// The files that the operands name: trees, single files, lists.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cachestat/cachestat.hpp"
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

// What went wrong with single files, said in one line per operand and not in one per file.
class Failures {
 public:
  void add(const std::string& path, int error);
  // As a warning, which makes the exit status 1; forgets them. A verb and its look afterwards, or the rounds of a
  // watch, say the same of an operand once.
  void report(const std::string& operand, cli::Context& context);

 private:
  std::uint64_t count_ = 0;
  int error_ = 0;
  std::string first_;
};

class Source {
 public:
  Source(const Options& options, cli::Context& context, Failures& failures);

  // Hands every file of the operand to the batcher and flushes it. False when the operand is not there.
  bool feed(const Operand& operand, page_cache::Batcher& batcher, page_cache::Totals& totals);
  // Any file may be named more than once.
  bool named() const { return named_; }
  bool stopped() const { return context_.signals.stop() != 0; }

 private:
  void walk(const std::string& path, page_cache::Batcher& batcher, page_cache::Totals& totals);
  void feed_list(page_cache::Batcher& batcher, page_cache::Totals& totals);
  const Options& options_;
  cli::Context& context_;
  Failures& failures_;
  bool named_;
  page_cache::SeenInodes directories_;
};

}  // namespace wattline::cachestat
