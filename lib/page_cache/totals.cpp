// SPDX-License-Identifier: Apache-2.0
#include "page_cache/totals.hpp"

#include <cmath>

namespace wattline::page_cache {

void Totals::add(const FileResidency& file) {
  if (file.status == ProbeStatus::skipped || file.status == ProbeStatus::directory) {
    if (file.status == ProbeStatus::skipped) ++skipped;
    return;
  }
  size_b += file.size_b;
  alloc_b += file.alloc_b;
  pages += file.pages;
  if (file.status != ProbeStatus::known) hidden_pages += file.pages;
  if (file.status == ProbeStatus::failed) {
    ++errors;
    return;
  }
  ++files;
  if (file.status == ProbeStatus::hidden) {
    ++unknown;
    return;
  }
  by_cachestat = by_cachestat || file.method == Method::cachestat;
  by_mincore = by_mincore || file.method == Method::mincore;
  counts.cached += file.counts.cached;
  counts.dirty += file.counts.dirty;
  counts.writeback += file.counts.writeback;
  counts.evicted += file.counts.evicted;
  counts.recently_evicted += file.counts.recently_evicted;
}

void Totals::add(const WalkCounts& walk) {
  directories += walk.directories;
  skipped += walk.skipped;
  errors += walk.errors;
  repeated += walk.repeated;
}

bool first_time(const FileResidency& file, SeenInodes& seen, bool named) {
  const bool is_file = file.status == ProbeStatus::known || file.status == ProbeStatus::hidden;
  return !is_file || (!named && file.links <= 1) || seen.insert(file.device, file.inode);
}

double lru_expected_hit(double resident) {
  return resident >= 1 ? 1 : resident + (1 - resident) * std::log1p(-resident);
}

Shares shares_of(const Totals& totals) {
  const auto cached = static_cast<double>(totals.counts.cached);
  const auto pages = static_cast<double>(totals.pages);
  Shares shares;
  if (totals.known_pages() > 0) {
    const double resident = cached / static_cast<double>(totals.known_pages());
    shares.resident_pct = 100 * resident;
    shares.lru_expected_hit_pct = 100 * lru_expected_hit(resident);
  }
  if (totals.pages > 0) {
    shares.min_pct = 100 * cached / pages;
    shares.max_pct = 100 * (cached + static_cast<double>(totals.hidden_pages)) / pages;
  }
  return shares;
}

}  // namespace wattline::page_cache
