// SPDX-License-Identifier: Apache-2.0
// Writes one row per rail and tick, and measures how well the run keeps its schedule.
#pragma once
#include <cstdint>
#include <vector>

#include "cli/row_pacer.hpp"
#include "powerlog/marks.hpp"
#include "powerlog/meter.hpp"
#include "powerlog/power_metrics.hpp"
#include "powerlog/rows.hpp"
#include "powerlog/timing.hpp"

namespace wattline::powerlog {

class Logger {
 public:
  Logger(cli::Context& context, Meter& meter, cli::RowStream& stream, cli::RowPacer& pacer, Marks& marks,
         PowerMetrics& metrics);
  // False when nobody reads the rows any more.
  bool tick(const io::Tick& tick);
  // How the run went until now.
  const Timing& timing();
  // Writes the rows until now.
  void flush();
  // Writes and fsyncs the last rows.
  void finish();

 private:
  void warn_about(const Series& series);
  void add_row(const Series& series);
  void write_rows();
  cli::Context& context_;
  Meter& meter_;
  cli::RowStream& stream_;
  cli::RowPacer& pacer_;
  Marks& marks_;
  PowerMetrics& metrics_;
  std::vector<PowerRow> rows_;  // not written yet; the rows of several ticks take less CPU time when formatted together
  Timing timing_;
  double cpu_start_s_;
  std::int64_t start_ns_;
};

}  // namespace wattline::powerlog
