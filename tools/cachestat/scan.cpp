// SPDX-License-Identifier: Apache-2.0
#include "cachestat/scan.hpp"

#include <cmath>

#include "base/error.hpp"
#include "cachestat/map.hpp"
#include "cachestat/measure.hpp"
#include "cachestat/sample.hpp"
#include "cli/option_types.hpp"
#include "io/ticker.hpp"

namespace wattline::cachestat {

using page_cache::Directory;
using page_cache::FileResidency;
using page_cache::ResidencyRow;

namespace {

constexpr std::size_t kRowBuffer = std::size_t{64} << 10;

ResidencyRow file_row(const Options& options, cli::Context& context, const std::string& path,
                      const FileResidency& file) {
  ResidencyRow row;
  row.mono_ns = context.clock.mono_ns();
  row.time_ns = context.clock.time_ns();
  row.scan_s = std::nan("");  // files are measured many at a time
  row.label = options.label;
  row.path = path;
  row.totals.add(file);
  row.shares = shares_of(row.totals);
  return row;
}

class Scan {
 public:
  Scan(const Options& options, const ScanOptions& scan, cli::Context& context)
      : options_(options),
        scan_(scan),
        context_(context),
        stream_(context, options.rows, page_cache::residency_rows()) {
    if (scan.per_file) stream_.rows().buffer(kRowBuffer);
  }
  // All operands once.
  void round();
  bool reader_gone() { return stream_.output().reader_gone(); }

 private:
  void write(const ResidencyRow& row) { page_cache::write_row(stream_.rows(), row, context_.root.source()); }
  const Options& options_;
  const ScanOptions& scan_;
  cli::Context& context_;
  cli::RowStream stream_;
  std::uint64_t rounds_ = 0;
};

void Scan::round() {
  FileVisitor::OnFile on_file;
  if (scan_.per_file) {
    on_file = [this](const Directory& directory, const char* name, const FileResidency& file) {
      write(file_row(options_, context_, path_of(directory, name), file));
    };
  }
  const std::vector<ResidencyRow> rows = scan_.sample > 0 ? sample_operands(options_, scan_.sample, rounds_++, context_)
                                                          : measure_operands(options_, context_, on_file);
  if (context_.signals.stop() != 0) return;  // half a scan is no result
  if (!scan_.per_file) {
    for (const ResidencyRow& row : rows) write(row);
  }
  stream_.rows().flush();
  check_found(options_, rows);
}

}  // namespace

void declare_scan(cli::App& app, ScanOptions& scan) {
  app.add_flag("-f,--files", scan.per_file, "Print one row per file");
  cli::add_duration(app, "--watch", scan.watch_ns, "Repeat the scan at this interval until stopped");
  app.add_option("-n,--count", scan.count, "End --watch after N scans").check(cli::positive()).type_name("N");
  app.add_option("--sample", scan.sample, "Estimate from N random files; pct_min and pct_max are the 95 % interval")
      .check(cli::between(30, 1e8))
      .type_name("N");
  app.add_option("--map", scan.map, "Print rows about N parts of each file instead")
      .check(cli::positive())
      .type_name("N");
}

void check_scan(const ScanOptions& scan) {
  const int outputs = (scan.map > 0 ? 1 : 0) + (scan.per_file ? 1 : 0) + (scan.sample > 0 ? 1 : 0);
  if (outputs > 1) throw usage_error("-f, --sample and --map cannot be combined");
  if (scan.map > 0 && scan.watch_ns > 0) throw usage_error("--map cannot be combined with --watch");
  if (scan.count > 0 && scan.watch_ns == 0) throw usage_error("-n requires --watch TIME");
}

bool any_given(const ScanOptions& scan) {
  return scan.per_file || scan.watch_ns > 0 || scan.count > 0 || scan.sample > 0 || scan.map > 0;
}

int scan(const Options& options, const ScanOptions& scan_options, cli::Context& context) {
  if (scan_options.map > 0) return map(options, scan_options.map, context);
  Scan scan(options, scan_options, context);
  const auto stopped = [&] { return context.signals.stop() != 0; };
  if (scan_options.watch_ns == 0) {
    scan.round();
    return stopped() ? signal_status(context.signals.stop()) : 0;
  }
  io::Ticker ticker(context.clock.mono_ns(), scan_options.watch_ns);
  const int wake = context.signals.fd();
  while (!scan.reader_gone() && (scan_options.count == 0 || ticker.taken() < scan_options.count)) {
    while (!stopped() && context.clock.wait_until(ticker.due_ns(), &wake, 1)) context.signals.drain();
    if (stopped()) break;
    ticker.take(context.clock.mono_ns());
    scan.round();
  }
  return 0;
}

}  // namespace wattline::cachestat
