// SPDX-License-Identifier: Apache-2.0
#include "page_cache/residency_row.hpp"

#include <optional>
#include <string_view>

#include "io/row_columns.hpp"
#include "io/row_table.hpp"

namespace wattline::page_cache {

namespace {

struct Row {
  const ResidencyRow* row;
  const char* source;
  const Totals* totals = &row->totals;
  const Shares* shares = &row->shares;
};
using Amount = std::optional<std::uint64_t>;

Amount amount(const Row& row, std::uint64_t value) {
  return row.row->sampled ? std::nullopt : Amount(value);
}

template <std::uint64_t Totals::*value>
Amount total(const Row& row) {
  return amount(row, row.totals->*value);
}

// mincore(2) does not have these.
template <std::uint64_t PageCounts::*value>
Amount by_cachestat(const Row& row) {
  const Totals& totals = *row.totals;
  return totals.by_cachestat && !totals.by_mincore ? amount(row, totals.counts.*value) : std::nullopt;
}

// When every file is hidden the number of cached pages is not known; it is not 0.
Amount cached_pages(const Row& row) {
  const bool known = row.totals->known_pages() > 0 || row.totals->pages == 0;
  return known ? amount(row, row.totals->counts.cached) : std::nullopt;
}

Amount cached_b(const Row& row) {
  const Amount pages = cached_pages(row);
  return pages ? Amount(*pages * page_size()) : std::nullopt;
}

const char* method(const Row& row) {
  const Totals& totals = *row.totals;
  if (row.row->sampled) return "sample";
  if (totals.by_cachestat && totals.by_mincore) return "mixed";
  return totals.by_cachestat ? "cachestat" : totals.by_mincore ? "mincore" : "NA";
}

const io::RowTable<Row>& table() {
  using R = Row;
  using P = PageCounts;
  static const io::RowTable<R> table{
      "residency",
      {{io::kTime, &R::row, &ResidencyRow::time_ns, io::as_time},
       {io::kMono, &R::row, &ResidencyRow::mono_ns, io::as_time},
       {{"label", "", 0, "text that labels the measurement, or NA"}, &R::row, &ResidencyRow::label, io::or_na},
       {{"path", "", 0, "the operand, or the file if every file has a row of its own"}, &R::row, &ResidencyRow::path},
       {{"files", "1", 0, "number of regular files measured; a hard-linked file counts once"},
        &R::totals,
        &Totals::files},
       {{"dirs", "1", 0, "number of directories read"}, &R::totals, &Totals::directories},
       {{"skipped", "1", 0, "number of FIFOs, sockets, devices and other objects without pages"},
        &R::totals,
        &Totals::skipped},
       {{"errors", "1", 0, "number of files that could not be measured"}, &R::totals, &Totals::errors},
       {{"unknown", "1", 0, "number of files whose residency the kernel hides from this user"},
        &R::totals,
        &Totals::unknown},
       {{"size_b", "B", 0, "sum of the file sizes"}, total<&Totals::size_b>},
       {{"alloc_b", "B", 0, "bytes allocated on the device (sparse files have fewer)"}, total<&Totals::alloc_b>},
       {{"pages", "1", 0, "number of pages that the files span"}, total<&Totals::pages>},
       {{"cached_pages", "1", 0, "number of these pages in the page cache"}, cached_pages},
       {{"cached_b", "B", 0, "size of the cached pages"}, cached_b},
       {{"resident_pct", "%", 4, "cached_pages in % of pages, without the unknown files"},
        &R::shares,
        &Shares::resident_pct},
       {{"pct_min", "%", 4, "resident_pct if all unknown files were uncached"}, &R::shares, &Shares::min_pct},
       {{"pct_max", "%", 4, "resident_pct if all unknown files were cached"}, &R::shares, &Shares::max_pct},
       {{"lru_expected_hit_pct", "%", 4, "expected hit rate of an epoch in random order, under LRU at this residency"},
        &R::shares,
        &Shares::lru_expected_hit_pct},
       {{"dirty", "1", 0, "number of dirty pages"}, by_cachestat<&P::dirty>},
       {{"writeback", "1", 0, "number of pages being written back"}, by_cachestat<&P::writeback>},
       {{"evicted", "1", 0, "number of pages that were cached and have been evicted"}, by_cachestat<&P::evicted>},
       {{"recently_evicted", "1", 0,
         "number of pages evicted so recently that the kernel counts their return as thrashing"},
        by_cachestat<&P::recently_evicted>},
       {{"method", "", 0, "cachestat, mincore, mixed or sample"}, method},
       {{"metadata", "", 0, "state of the inodes after an evict, warm or cold; otherwise NA"},
        &R::row,
        &ResidencyRow::metadata},
       {{"scan_s", "s", 6, "duration of the scan"}, &R::row, &ResidencyRow::scan_s},
       {io::kSource, &R::source}}};
  return table;
}

}  // namespace

const io::RowKind& residency_rows() {
  return table().kind();
}

void write_row(io::TsvWriter& rows, const ResidencyRow& row, const char* source) {
  table().write(rows, {&row, source});
}

}  // namespace wattline::page_cache
