// SPDX-License-Identifier: Apache-2.0
#include "powerlog/logger.hpp"

#include <cstring>
#include <ctime>

#include "base/units.hpp"
#include "powerlog/rows.hpp"

namespace wattline::powerlog {

namespace {

constexpr std::size_t kWaitingRows = 64;  // formatting more would delay a tick

double process_cpu_s() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

}  // namespace

Logger::Logger(cli::Context& context, Meter& meter, cli::RowStream& stream, cli::RowPacer& pacer, Marks& marks,
               PowerMetrics& metrics)
    : context_(context),
      meter_(meter),
      stream_(stream),
      pacer_(pacer),
      marks_(marks),
      metrics_(metrics),
      cpu_start_s_(process_cpu_s()),
      start_ns_(context.clock.mono_ns()) {
  rows_.reserve(kWaitingRows);
}

bool Logger::tick(const io::Tick& tick) {
  meter_.sweep(context_.clock);
  const std::int64_t swept_ns = context_.clock.mono_ns();
  timing_.sweep.add(swept_ns - tick.now_ns);
  meter_.account();
  marks_.tick(tick.now_ns, swept_ns);
  ++timing_.taken;
  timing_.missed += tick.missed;
  if (tick.scheduled) timing_.late.add(tick.late_ns);
  for (const Series& series : meter_.readings()) {
    warn_about(series);
    if (series.printed) add_row(series);
  }
  metrics_.tick(tick.now_ns);
  if (pacer_.due(tick.now_ns)) {
    write_rows();
    pacer_.write(tick.now_ns);
  }
  return !stream_.output().reader_gone();
}

void Logger::flush() {
  write_rows();
  pacer_.write(context_.clock.mono_ns());
}

void Logger::finish() {
  marks_.finish();
  write_rows();
  pacer_.finish();
}

// A rail that only a sum needs is named, too.
void Logger::warn_about(const Series& series) {
  if (!series.parts.empty()) return;
  const platform::Reading& reading = series.reading;
  if (reading.error != 0)
    context_.warn_once(series.name, std::string("cannot be read: ") + std::strerror(reading.error));
  if (reading.problem != nullptr) context_.warn_once(series.name, reading.problem);
}

void Logger::add_row(const Series& series) {
  if (rows_.size() == rows_.capacity()) write_rows();
  PowerRow row;
  row.time = io::as_time(series.time_ns);
  row.mono = io::as_time(series.mono_ns);
  row.rail = series.name;
  row.scope = series.scope;
  row.reading = series.reading;
  row.stale = series.stale;
  row.source = context_.root.source();
  rows_.push_back(row);
}

void Logger::write_rows() {
  for (const PowerRow& row : rows_) power_rows().write(stream_.rows(), row);
  rows_.clear();
}

const Timing& Logger::timing() {
  const double elapsed_s = to_seconds(context_.clock.mono_ns() - start_ns_);
  if (elapsed_s > 0) timing_.cpu_pct = 100 * (process_cpu_s() - cpu_start_s_) / elapsed_s;
  return timing_;
}

}  // namespace wattline::powerlog
