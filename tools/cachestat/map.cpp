// SPDX-License-Identifier: Apache-2.0
#include "cachestat/map.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/rows.hpp"
#include "cachestat/stop.hpp"

namespace wattline::cachestat {

using page_cache::CacheProbe;
using page_cache::FileResidency;
using page_cache::ProbeStatus;

namespace {

struct Part {
  std::uint64_t number, first_page, pages;
};

class Map {
 public:
  Map(const Options& options, std::int64_t parts, cli::Context& context)
      : options_(options),
        parts_(static_cast<std::uint64_t>(parts)),
        context_(context),
        stop_(stop_of(context)),
        probe_(options.method, stop_),
        stream_(context, options.rows, map_rows().kind()) {
    stream_.rows().buffer(std::size_t{64} << 10);
  }
  void add(const page_cache::Directory& directory, const char* name, const FileResidency& file);
  void flush() { stream_.rows().flush(); }

 private:
  void write(const std::string& path, const FileResidency& file, const Part& part);
  const Options& options_;
  std::uint64_t parts_;
  cli::Context& context_;
  Stop stop_;
  CacheProbe probe_;
  cli::RowStream stream_;
};

void Map::add(const page_cache::Directory& directory, const char* name, const FileResidency& file) {
  const page_cache::OpenedFile opened = page_cache::open_quietly(directory.fd(), name, true);
  const std::uint64_t parts = std::min(parts_, file.pages);
  for (std::uint64_t k = 0; k < parts && !stop_(); ++k) {
    const std::uint64_t first = k * file.pages / parts, next = (k + 1) * file.pages / parts;
    const Part part{k, first, next - first};
    FileResidency found = file;
    const page_cache::Range range{first * page_cache::page_size(), part.pages * page_cache::page_size()};
    if (file.status == ProbeStatus::known && probe_.count(opened.fd.get(), found, range) != 0) {
      found.status = ProbeStatus::failed;
    }
    write(path_of(directory, name), found, part);
  }
}

void Map::write(const std::string& path, const FileResidency& file, const Part& part) {
  MapRow row{};
  row.mono = std::chrono::nanoseconds(context_.clock.mono_ns());
  row.time = std::chrono::nanoseconds(context_.clock.time_ns());
  row.label = io::or_na(options_.label);
  row.path = path;
  row.part = part.number;
  row.start_b = part.first_page * page_cache::page_size();
  row.pages = part.pages;
  row.method = "NA";
  row.source = context_.root.source();
  if (file.status == ProbeStatus::known) {
    row.cached_pages = file.counts.cached;
    row.resident_pct = 100 * static_cast<double>(file.counts.cached) / static_cast<double>(part.pages);
    row.method = file.method == page_cache::Method::cachestat ? "cachestat" : "mincore";
  }
  map_rows().write(stream_.rows(), row);
}

}  // namespace

int map(const Options& options, std::int64_t parts, cli::Context& context) {
  Map map(options, parts, context);
  const auto rows = measure_operands(
      options, context,
      [&map](const auto& directory, const char* name, const auto& file) { map.add(directory, name, file); });
  map.flush();
  if (context.signals.stop() != 0) return signal_status(context.signals.stop());
  check_found(options, rows);
  return 0;
}

}  // namespace wattline::cachestat
