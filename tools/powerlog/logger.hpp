// SPDX-License-Identifier: Apache-2.0
// Writes one row per rail and tick, and measures how well the run keeps its schedule.
#pragma once
#include <cstdint>

#include "cli/row_pacer.hpp"
#include "powerlog/marks.hpp"
#include "powerlog/meter.hpp"
#include "powerlog/prometheus_file.hpp"
#include "powerlog/timing.hpp"

namespace wattline::powerlog {

class Logger {
 public:
  Logger(cli::Context& context, Meter& meter, cli::RowStream& stream, cli::RowPacer& pacer, Marks& marks,
         PrometheusFile& metrics);
  // False when nobody reads the rows any more.
  bool tick(const io::Tick& tick);
  // How the run went until now.
  const Timing& timing();

 private:
  void write_row(const Series& series);
  cli::Context& context_;
  Meter& meter_;
  cli::RowStream& stream_;
  cli::RowPacer& pacer_;
  Marks& marks_;
  PrometheusFile& metrics_;
  Timing timing_;
  double cpu_start_s_;
  std::int64_t start_ns_;
};

}  // namespace wattline::powerlog
