// SPDX-License-Identifier: Apache-2.0
// The energy and the power of each rail as metrics of Prometheus.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "cli/metrics_file.hpp"
#include "powerlog/meter.hpp"

namespace wattline::powerlog {

class PowerMetrics {
 public:
  // As MetricsFile.
  PowerMetrics(cli::Context& context, const std::string& path, Meter& meter);
  // Replaces the file by the last sweep, about once per second.
  void tick(std::int64_t now_ns);
  // Replaces the file for the last time, without the powers, which nobody measures any more.
  void finish();

 private:
  enum class Powers { shown, left_out };
  std::string text(Powers powers);
  cli::MetricsFile file_;
  const char* source_;
  Meter& meter_;
  std::vector<double> energy_j_;  // of each series, as it was last written
};

}  // namespace wattline::powerlog
