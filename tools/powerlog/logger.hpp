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
  Logger(cli::Context& context, Meter& meter, cli::RowStream& stream, cli::RowPacer& pacer, Marks& marks);
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
  Timing timing_;
  double cpu_start_s_;
  std::int64_t start_ns_;
};

}  // namespace wattline::powerlog
