// SPDX-License-Identifier: Apache-2.0
#include "pmtune/service_options.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/option_types.hpp"

namespace wattline::pmtune {

namespace {

constexpr double kLowest = 50, kHighest = 99.9;  // percentiles

}  // namespace

model::LatencyTarget parse_latency(const std::string& text) {
  const std::size_t at = text.find('=');
  const auto percent = at == std::string::npos || text[0] != 'p' ? std::nullopt : to_double(text.substr(1, at - 1));
  if (!percent || *percent < kLowest || *percent > kHighest) {
    throw usage_error("'" + text + "' is not a quantile and its limit", "write such as p99=50ms, from p50 to p99.9");
  }
  const std::int64_t limit_ns = parse_duration_ns(text.substr(at + 1));
  if (limit_ns == 0) throw usage_error("'" + text + "': the limit is 0");
  return {*percent / 100, to_seconds(limit_ns)};
}

std::string to_string(const model::LatencyTarget& target) {
  return fmt::format("p{:.4g} of {:.6g} ms", 100 * target.quantile, 1e3 * target.limit_s);
}

void declare_service(cli::App& app, ServiceOptions& options) {
  app.add_text_option("--latency", "QUANTILE=TIME", "Keep this quantile of the latency of requests, such as p99=50ms",
                      [&options](const std::string& text) { options.latency = parse_latency(text); });
  for (const char* other :
       {"--deadline", "--mean-power", "--energy-budget", "--epochs", "--progress", "--resume", "--stall"}) {
    app.option("--latency").excludes(app.option(other));
  }
  app.add_option("--changes", options.changes_per_hour, "With --latency: most changes of the mode per hour")
      .check(cli::between(2, 1e6))
      .capture_default_str();
  app.add_option("--rate", options.rate_hz, "With --replay: requests per second").check(cli::between(1e-4, 1e6));
  app.add_option("--rates", options.rates, "With --replay: file of the requests per second over time");
  app.option("--rate").excludes(app.option("--rates"));
  for (const char* own : {"--changes", "--rate", "--rates"}) app.option(own).needs(app.option("--latency"));
  for (const char* own : {"--rate", "--rates"}) app.option(own).needs(app.option("--replay"));
}

}  // namespace wattline::pmtune
