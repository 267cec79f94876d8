// SPDX-License-Identifier: Apache-2.0
// The load of the machine, its power mode and what throttles it as metrics of Prometheus.
#pragma once
#include <cstdint>
#include <string>

#include "cli/context.hpp"
#include "cli/metrics_file.hpp"
#include "platform/load/load_row.hpp"
#include "platform/mode/machine.hpp"

namespace wattline::loadlog {

class LoadMetrics {
 public:
  // As MetricsFile.
  LoadMetrics(cli::Context& context, const std::string& path, const platform::Machine& machine);
  // Replaces the file, about once per second.
  void tick(std::int64_t now_ns, const platform::LoadRow& row);
  // Replaces the file for the last time, with the counters alone: nobody measures the rest any more.
  void finish();

 private:
  std::string text(const platform::LoadRow& row) const;
  cli::MetricsFile file_;
  const platform::Machine& machine_;
  std::string source_;
  platform::LoadRow last_;  // its counters
};

}  // namespace wattline::loadlog
