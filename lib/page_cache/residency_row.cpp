// SPDX-License-Identifier: Apache-2.0
#include "page_cache/residency_row.hpp"

#include <chrono>
#include <optional>
#include <string_view>

#include "io/row_columns.hpp"
#include "io/row_table.hpp"

namespace wattline::page_cache {

namespace {

struct Row {
  const ResidencyRow& row;
  const char* source;
  const Totals& totals = row.totals;
  const PageCounts& counts = row.totals.counts;
  const Shares& shares = row.shares;
};
using Amount = std::optional<std::uint64_t>;

Amount amount(const Row& row, std::uint64_t value) {
  return row.row.sampled ? std::nullopt : Amount(value);
}

// When every file is hidden the number of cached pages is not known; it is not 0.
Amount cached_pages(const Row& row) {
  const bool known = row.totals.known_pages() > 0 || row.totals.pages == 0;
  return known ? amount(row, row.counts.cached) : std::nullopt;
}

Amount cached_b(const Row& row) {
  const Amount pages = cached_pages(row);
  return pages ? Amount(*pages * page_size()) : std::nullopt;
}

// mincore(2) does not have these.
Amount by_cachestat(const Row& row, std::uint64_t value) {
  return row.totals.by_cachestat && !row.totals.by_mincore ? amount(row, value) : std::nullopt;
}

const char* method(const Row& row) {
  if (row.row.sampled) return "sample";
  if (row.totals.by_cachestat && row.totals.by_mincore) return "mixed";
  return row.totals.by_cachestat ? "cachestat" : row.totals.by_mincore ? "mincore" : "NA";
}

std::string_view label(const Row& row) {
  return row.row.label.empty() ? "NA" : std::string_view(row.row.label);
}

const io::RowTable<Row>& table() {
  static const io::RowTable<Row> table{
      "residency",
      {{io::kTime, [](const Row& r) { return std::chrono::nanoseconds(r.row.time_ns); }},
       {io::kMono, [](const Row& r) { return std::chrono::nanoseconds(r.row.mono_ns); }},
       {{"label", "", 0, "--label, or NA"}, label},
       {{"path", "", 0, "operand, or file with -f"}, [](const Row& r) { return std::string_view(r.row.path); }},
       {{"files", "1", 0, "regular files measured, each once"}, [](const Row& r) { return r.totals.files; }},
       {{"dirs", "1", 0, "directories entered"}, [](const Row& r) { return r.totals.directories; }},
       {{"skipped", "1", 0, "FIFOs, sockets, devices and other things without pages"},
        [](const Row& r) { return r.totals.skipped; }},
       {{"errors", "1", 0, "files that could not be measured"}, [](const Row& r) { return r.totals.errors; }},
       {{"unknown", "1", 0, "files whose residency the kernel hides from this user"},
        [](const Row& r) { return r.totals.unknown; }},
       {{"size_b", "B", 0, "sum of file sizes"}, [](const Row& r) { return amount(r, r.totals.size_b); }},
       {{"alloc_b", "B", 0, "bytes allocated on the device (sparse files have fewer)"},
        [](const Row& r) { return amount(r, r.totals.alloc_b); }},
       {{"pages", "1", 0, "pages that the files span"}, [](const Row& r) { return amount(r, r.totals.pages); }},
       {{"cached_pages", "1", 0, "of these, in the page cache"}, cached_pages},
       {{"cached_b", "B", 0, "bytes of the cached pages"}, cached_b},
       {{"resident_pct", "%", 4, "cached_pages of pages, known files only"},
        [](const Row& r) { return r.shares.resident_pct; }},
       {{"pct_min", "%", 4, "lower bound with the unknown files"}, [](const Row& r) { return r.shares.min_pct; }},
       {{"pct_max", "%", 4, "upper bound with the unknown files"}, [](const Row& r) { return r.shares.max_pct; }},
       {{"lru_expected_hit_pct", "%", 4, "hit rate of a random-order epoch under LRU at this residency"},
        [](const Row& r) { return r.shares.lru_expected_hit_pct; }},
       {{"dirty", "1", 0, "pages to be written back"}, [](const Row& r) { return by_cachestat(r, r.counts.dirty); }},
       {{"writeback", "1", 0, "pages being written back"},
        [](const Row& r) { return by_cachestat(r, r.counts.writeback); }},
       {{"evicted", "1", 0, "pages evicted since they were last cached"},
        [](const Row& r) { return by_cachestat(r, r.counts.evicted); }},
       {{"recently_evicted", "1", 0, "of these, recently enough to count as thrashing"},
        [](const Row& r) { return by_cachestat(r, r.counts.recently_evicted); }},
       {{"method", "", 0, "cachestat, mincore, mixed or sample"}, method},
       {{"metadata", "", 0, "warm or cold inodes after an evict, else NA"},
        [](const Row& r) { return r.row.metadata; }},
       {{"scan_s", "s", 6, "time the scan took"}, [](const Row& r) { return r.row.scan_s; }},
       {io::kSource, &Row::source}}};
  return table;
}

}  // namespace

const io::RowKind& residency_rows() {
  return table().kind();
}

void write_row(io::TsvWriter& rows, const ResidencyRow& row, const char* source) {
  table().write(rows, {row, source});
}

}  // namespace wattline::page_cache
