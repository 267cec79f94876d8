// SPDX-License-Identifier: Apache-2.0
#include "page_cache/totals.hpp"

#include <cmath>

#include "base/units.hpp"

namespace wattline::page_cache {

namespace {

using Amount = std::optional<std::int64_t>;

Amount amount(bool known, std::uint64_t value) {
  return known ? Amount(static_cast<std::int64_t>(value)) : std::nullopt;
}

const char* method_name(const ResidencyRow& row) {
  if (row.sampled) return "sample";
  if (row.totals.by_cachestat && row.totals.by_mincore) return "mixed";
  return row.totals.by_cachestat ? "cachestat" : row.totals.by_mincore ? "mincore" : "NA";
}

void write_found(io::TsvWriter& rows, const Totals& totals) {
  for (const std::uint64_t count : {totals.files, totals.directories, totals.skipped, totals.errors, totals.unknown}) {
    rows.integer(static_cast<std::int64_t>(count));
  }
}

void write_amounts(io::TsvWriter& rows, const Totals& totals, bool sampled) {
  for (const std::uint64_t value : {totals.size_b, totals.alloc_b, totals.pages}) rows.integer(amount(!sampled, value));
  // With nothing but hidden files there is no count to tell, not even 0.
  const bool known = !sampled && (totals.known_pages() > 0 || totals.pages == 0);
  rows.integer(amount(known, totals.counts.cached)).integer(amount(known, totals.counts.cached * page_size()));
}

void write_cachestat_only(io::TsvWriter& rows, const Totals& totals, bool sampled) {
  const bool known = !sampled && totals.by_cachestat && !totals.by_mincore;
  const PageCounts& counts = totals.counts;
  for (const std::uint64_t value : {counts.dirty, counts.writeback, counts.evicted, counts.recently_evicted}) {
    rows.integer(amount(known, value));
  }
}

}  // namespace

void Totals::add(const FileResidency& file) {
  if (file.finding == Finding::skipped || file.finding == Finding::directory) {
    if (file.finding == Finding::skipped) ++skipped;
    return;
  }
  size_b += file.size_b;
  alloc_b += file.alloc_b;
  pages += file.pages;
  if (file.finding != Finding::known) hidden_pages += file.pages;
  if (file.finding == Finding::failed) {
    ++errors;
    return;
  }
  ++files;
  if (file.finding == Finding::hidden) {
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
  const bool is_file = file.finding == Finding::known || file.finding == Finding::hidden;
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

void write_row(io::TsvWriter& rows, const ResidencyRow& row, const char* source) {
  rows.number(to_seconds(row.time_ns)).number(to_seconds(row.mono_ns));
  rows.text(row.label.empty() ? "NA" : row.label).text(row.path);
  write_found(rows, row.totals);
  write_amounts(rows, row.totals, row.sampled);
  rows.number(row.shares.resident_pct).number(row.shares.min_pct).number(row.shares.max_pct);
  rows.number(row.shares.lru_expected_hit_pct);
  write_cachestat_only(rows, row.totals, row.sampled);
  rows.text(method_name(row)).text(row.metadata).number(row.scan_s).text(source);
  rows.end_row();
}

}  // namespace wattline::page_cache
