// SPDX-License-Identifier: Apache-2.0
// One run of powerlog's loop: a row per series per tick, and the account of how the run went.
#pragma once
#include "cli/sampling.hpp"
#include "powerlog/describe.hpp"
#include "powerlog/marks.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

class Logger {
 public:
  // max_size_b: rows are set aside when their file grows beyond it; 0 = never.
  Logger(cli::Context& context, Meter& meter, cli::RowStream& stream, Marks& marks, std::int64_t interval_ns,
         std::int64_t max_size_b);
  // False when nobody reads the rows any more.
  bool tick(const io::Tick& tick);
  const Timing& finish();

 private:
  void write_row(const Series& series);
  cli::Context& context_;
  Meter& meter_;
  cli::RowStream& stream_;
  Marks& marks_;
  cli::RowPacer pacer_;
  std::int64_t max_size_b_;
  Timing timing_;
  double cpu_start_s_;
  std::int64_t start_ns_;
};

}  // namespace wattline::powerlog
