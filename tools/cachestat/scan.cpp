// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "cachestat/sample.hpp"
#include "cachestat/visit.hpp"
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
  Scan(const Options& options, cli::Context& context)
      : options_(options), context_(context), stream_(context, options.rows, page_cache::residency_rows()) {
    if (options.per_file) stream_.rows().buffer(kRowBuffer);
  }
  // All operands once.
  void round();
  bool reader_gone() { return stream_.output().reader_gone(); }

 private:
  void write(const ResidencyRow& row) { page_cache::write_row(stream_.rows(), row, context_.root.source()); }
  const Options& options_;
  cli::Context& context_;
  cli::RowStream stream_;
  std::uint64_t rounds_ = 0;
};

void Scan::round() {
  Visit::OnFile on_file;
  if (options_.per_file) {
    on_file = [this](const Directory& directory, const char* name, const FileResidency& file) {
      write(file_row(options_, context_, path_of(directory, name), file));
    };
  }
  const std::vector<ResidencyRow> rows = options_.sample > 0 ? sample_operands(options_, context_, rounds_++)
                                                             : measure_operands(options_, context_, on_file);
  if (context_.signals.stop() != 0) return;  // half a scan is no result
  if (!options_.per_file) {
    for (const ResidencyRow& row : rows) write(row);
  }
  stream_.rows().flush();
  check_found(options_, rows);
}

}  // namespace

int scan(const Options& options, cli::Context& context) {
  Scan scan(options, context);
  const auto stopped = [&] { return context.signals.stop() != 0; };
  if (options.watch_ns == 0) {
    scan.round();
    return stopped() ? signal_status(context.signals.stop()) : 0;
  }
  io::Ticker ticker(context.clock.mono_ns(), options.watch_ns);
  const int wake = context.signals.fd();
  while (!scan.reader_gone() && (options.count == 0 || ticker.taken() < options.count)) {
    while (!stopped() && context.clock.wait_until(ticker.due_ns(), &wake, 1)) context.signals.drain();
    if (stopped()) break;
    ticker.take(context.clock.mono_ns());
    scan.round();
  }
  return 0;
}

}  // namespace wattline::cachestat
