// SPDX-License-Identifier: Apache-2.0
// Residency of many files together: sums, and the shares that follow from them.
#pragma once
#include <cstdint>
#include <optional>

#include "page_cache/probe.hpp"
#include "page_cache/seen_inodes.hpp"
#include "page_cache/walk.hpp"

namespace wattline::page_cache {

struct Totals {
  std::uint64_t files = 0, directories = 0, skipped = 0, errors = 0, unknown = 0;
  std::uint64_t repeated = 0;  // files and directories left out because they were counted before
  std::uint64_t size_b = 0, alloc_b = 0, pages = 0;
  std::uint64_t hidden_pages = 0;  // of files that are unknown or could not be read
  PageCounts counts;
  bool by_cachestat = false, by_mincore = false;

  void add(const FileResidency& file);
  void add(const WalkCounts& walk);
  // Nothing was there, not even something that failed or was counted before.
  bool empty() const { return files == 0 && errors == 0 && repeated == 0; }
  std::uint64_t known_pages() const { return pages - hidden_pages; }
};

// Whether a file is to be counted: not when it was met before, under another name or in another operand. With
// `named` any file may come again (lists, links that are followed); else only those with several links.
bool first_time(const FileResidency& file, SeenInodes& seen, bool named);

// Percentages; empty where there are no pages to speak of.
struct Shares {
  std::optional<double> resident_pct;      // of the pages whose state is known
  std::optional<double> min_pct, max_pct;  // whatever the state of the others
  std::optional<double> lru_expected_hit_pct;
};
Shares shares_of(const Totals& totals);

// Share of hits in the next epoch that reads all files once in random order, when a share `resident` of them is in
// the cache and the least recently used page makes room: c + (1 - c) ln(1 - c).
double lru_expected_hit(double resident);

}  // namespace wattline::page_cache
