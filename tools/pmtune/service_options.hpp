// SPDX-License-Identifier: Apache-2.0
// The options of a service, which keeps a quantile of its latency.
#pragma once
#include <optional>
#include <string>

#include "cli/app.hpp"
#include "model/service_demand.hpp"

namespace wattline::pmtune {

struct ServiceOptions {
  std::optional<model::LatencyTarget> latency;  // none = a job, and no service
  double changes_per_hour = 60;
  std::optional<double> rate_hz;  // with --replay: of the requests
  std::string rates;              // the same, as a file
};

void declare_service(cli::App& app, ServiceOptions& options);
// "p99.9=50ms". Throws a usage error.
model::LatencyTarget parse_latency(const std::string& text);
// "p99 of 50 ms".
std::string to_string(const model::LatencyTarget& target);

}  // namespace wattline::pmtune
