// SPDX-License-Identifier: Apache-2.0
// --map N: residency along each file, in N parts of equally many pages.
#include <algorithm>

#include "base/units.hpp"
#include "io/rows.hpp"
#include "visit.hpp"

namespace wattline::cachestat {

using page_cache::CacheProbe;
using page_cache::FileResidency;
using page_cache::Finding;

namespace {

struct Part {
  std::uint64_t number, first_page, pages;
};

class Map {
 public:
  Map(const Options& options, cli::Context& context)
      : options_(options),
        context_(context),
        stop_(stop_of(context)),
        probe_(options.method, stop_),
        stream_(context, options.rows, io::residency_map_rows()) {
    stream_.rows().buffer(std::size_t{64} << 10);
  }
  void add(const page_cache::Directory& directory, const char* name, const FileResidency& file);
  void flush() { stream_.rows().flush(); }

 private:
  void write(const std::string& path, const FileResidency& file, const Part& part);
  const Options& options_;
  cli::Context& context_;
  Stop stop_;
  CacheProbe probe_;
  cli::RowStream stream_;
};

void Map::add(const page_cache::Directory& directory, const char* name, const FileResidency& file) {
  const page_cache::OpenedFile opened = page_cache::open_quietly(directory.fd(), name, true);
  const std::uint64_t parts = std::min(static_cast<std::uint64_t>(options_.map), file.pages);
  for (std::uint64_t k = 0; k < parts && !stop_(); ++k) {
    const std::uint64_t first = k * file.pages / parts, next = (k + 1) * file.pages / parts;
    const Part part{k, first, next - first};
    FileResidency found = file;
    const page_cache::Range range{first * page_cache::page_size(), part.pages * page_cache::page_size()};
    if (file.finding == Finding::known && probe_.count(opened.fd.get(), found, range) != 0) {
      found.finding = Finding::failed;
    }
    write(path_of(directory, name), found, part);
  }
}

void Map::write(const std::string& path, const FileResidency& file, const Part& part) {
  const bool known = file.finding == Finding::known;
  const auto cached = static_cast<std::int64_t>(file.counts.cached);
  const double share = 100 * static_cast<double>(cached) / static_cast<double>(part.pages);
  io::TsvWriter& rows = stream_.rows();
  const double mono_s = to_seconds(context_.clock.mono_ns());
  rows.number(to_seconds(context_.clock.time_ns())).number(mono_s);
  rows.text(options_.label.empty() ? "NA" : options_.label).text(path);
  rows.integer(static_cast<std::int64_t>(part.number));
  rows.integer(static_cast<std::int64_t>(part.first_page * page_cache::page_size()));
  rows.integer(static_cast<std::int64_t>(part.pages));
  rows.integer(known ? std::optional<std::int64_t>(cached) : std::nullopt);
  rows.number(known ? std::optional<double>(share) : std::nullopt);
  rows.text(!known ? "NA" : file.method == page_cache::Method::cachestat ? "cachestat" : "mincore");
  rows.text(context_.root.source()).end_row();
}

}  // namespace

int map(const Options& options, cli::Context& context) {
  Map map(options, context);
  const auto rows = measure_operands(
      options, context,
      [&map](const auto& directory, const char* name, const auto& file) { map.add(directory, name, file); });
  map.flush();
  if (context.signals.stop() != 0) return 128 + context.signals.stop();
  check_found(options, rows);
  return 0;
}

}  // namespace wattline::cachestat
