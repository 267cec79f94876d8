// SPDX-License-Identifier: Apache-2.0
// The energy and the power of each rail in the text format of Prometheus, in a file for the textfile collector of
// node_exporter. What decides its form:
// - the format is version 0.0.4 (prometheus.io, "Exposition formats"), the one that the collector reads. OpenMetrics
//   leaves _total out of the TYPE line of a counter, which would then be another metric in version 0.0.4;
// - the collector refuses timestamps, and reads the file at any moment (README of node_exporter), so that the file is
//   replaced as a whole;
// - names end with the base unit, counters with _total, and a counter never falls (prometheus.io, "Metric and label
//   naming" and "Metric types").
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "io/fd.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

class PrometheusFile {
 public:
  // Without a path nothing is written. Throws Error{io} for a file that cannot be written, and Error{try_later} for one
  // that another process writes.
  PrometheusFile(cli::Context& context, const std::string& path, Meter& meter);
  // Replaces the file by the last sweep, about once per second. A file that can no longer be written is warned of once:
  // the rows matter more.
  void tick(std::int64_t now_ns);
  // Replaces the file for the last time, without the powers, which nobody measures any more.
  void finish();

 private:
  enum class Powers { shown, left_out };
  void replace(Powers powers);
  // Whether no other process writes the file.
  bool lock(int limit_ms);
  std::string text(Powers powers);
  cli::Context& context_;
  std::string path_;
  io::Fd locked_;
  Meter& meter_;
  std::vector<double> energy_j_;  // of each series, as it was last written
  std::int64_t due_ns_ = 0;
};

}  // namespace wattline::powerlog
