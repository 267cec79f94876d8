// SPDX-License-Identifier: Apache-2.0
#include "model/service_window.hpp"

#include <algorithm>

#include "base/statistics.hpp"

namespace wattline::model {

void RequestWindow::open(double start_s) {
  start_s_ = start_s;
  requests_.clear();
}

double RequestWindow::rate_hz(double end_s) const {
  return end_s > start_s_ ? double(requests_.size()) / (end_s - start_s_) : 0;
}

double RequestWindow::utilization(double end_s) const {
  double busy_s = 0;
  for (const AnsweredRequest& request : requests_)
    busy_s += std::max(request.end_s - std::max(request.start_s, start_s_), 0.0);
  return end_s > start_s_ ? std::min(busy_s / (end_s - start_s_), 1.0) : 0;
}

std::optional<double> RequestWindow::latency_ms(double quantile) const {
  std::vector<double> latencies;
  for (const AnsweredRequest& request : requests_) latencies.push_back(1e3 * request.latency_s());
  return wattline::quantile(std::move(latencies), quantile);
}

}  // namespace wattline::model
