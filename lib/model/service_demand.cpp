// SPDX-License-Identifier: Apache-2.0
#include "model/service_demand.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.hpp"

namespace wattline::model {

namespace {

constexpr double kBeyond = 20;  // requests beyond the quantile that tell it
constexpr std::size_t kLeastShapes = 2000, kMostShapes = 20000;
constexpr std::size_t kArrivals = 4000;                  // that are remembered
constexpr std::size_t kRecent = 200, kLeastRecent = 50;  // of the rate
constexpr double kLeastRecentS = 10, kMostRecentS = 60;
constexpr double kSure = 2.5;   // standard errors by which a rise is no chance
constexpr double kRare = 1e-4;  // chance of a queue that hardly ever occurs
constexpr double kSilence = 3;  // service times without an answer after which nobody waits
const double kInfinity = std::numeric_limits<double>::infinity();

std::size_t shapes_for(const LatencyTarget& target) {
  const double wanted = kBeyond / (1 - target.quantile);
  return std::size_t(std::clamp(wanted, double(kLeastShapes), double(kMostShapes)));
}

// The largest argument of a growing function at which it is at most `limit`.
template <class Function>
double solve(double low, double high, double limit, Function function) {
  if (function(high) <= limit) return high;
  if (function(low) > limit) return 0;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (function(middle) <= limit ? low : high) = middle;
  }
  return low;
}

}  // namespace

double LatencyCurve::at(double utilization) const {
  if (utilization > kMost) return kInfinity;
  const double place = utilization / kMost * double(kPoints - 1);
  const auto point = std::min(std::size_t(place), kPoints - 2);
  return stretches[point] + (place - double(point)) * (stretches[point + 1] - stretches[point]);
}

double LatencyCurve::most_utilization(double stretch) const {
  return solve(0, kMost, stretch, [this](double utilization) { return at(utilization); });
}

double LatencyCurve::longest_service_s(double rate_hz, double limit_s) const {
  if (rate_hz <= 0) return limit_s / at(0);
  const auto latency_s = [&](double utilization) { return at(utilization) * utilization / rate_hz; };
  return solve(0, kMost, limit_s, latency_s) / rate_hz;
}

ServiceDemand::ServiceDemand(const LatencyTarget& target) : target_(target) {
  Random random(1);
  for (std::size_t i = 0; i < shapes_for(target); ++i) shapes_.push_back({-std::log1p(-random.uniform()), 1});
}

void ServiceDemand::add(const AnsweredRequest& request, double usual_s) {
  const double rate = std::max(rate_hz(request.arrival_s), risen_rate_hz());
  if (rate > 0 && !arrivals_.empty()) {
    const double gap = std::max(request.arrival_s - arrivals_.back(), 0.0) * rate;
    shapes_.push_back({gap, usual_s > 0 ? request.service_s() / usual_s : 1});
    shapes_.pop_front();
  }
  arrivals_.push_back(std::max(request.arrival_s, arrivals_.empty() ? request.arrival_s : arrivals_.back()));
  if (arrivals_.size() > kArrivals) arrivals_.pop_front();
  latest_ = request;
}

// A request that arrived later has not ended yet, unless nobody waits.
double ServiceDemand::known_until_s(double now_s) const {
  const double silent_s = kSilence * latest_.service_s();
  return now_s - latest_.end_s > silent_s ? now_s - silent_s : latest_.arrival_s;
}

std::size_t ServiceDemand::arrivals_within(double seconds) const {
  if (arrivals_.empty()) return 0;
  const auto first = std::lower_bound(arrivals_.begin(), arrivals_.end(), arrivals_.back() - seconds);
  return std::size_t(arrivals_.end() - first);
}

std::size_t ServiceDemand::recent() const {
  const std::size_t latest = arrivals_within(kLeastRecentS);
  if (latest >= kRecent) return latest;
  return std::min(std::clamp(arrivals_within(kMostRecentS), kLeastRecent, kRecent), arrivals_.size());
}

double ServiceDemand::rate_of(std::size_t arrivals, double until_s) const {
  if (arrivals < 2 || arrivals > arrivals_.size()) return 0;
  const double length_s = std::max(until_s, arrivals_.back()) - arrivals_[arrivals_.size() - arrivals];
  return length_s > 0 ? double(arrivals - 1) / length_s : 0;
}

double ServiceDemand::rate_hz(double now_s) const {
  return rate_of(recent(), known_until_s(now_s));
}

double ServiceDemand::latest_rate(std::size_t arrivals) const {
  return rate_of(arrivals, 0) * (1 - kSure / std::sqrt(double(arrivals)));
}

// By the latest arrivals alone, at the least.
double ServiceDemand::risen_rate_hz() const {
  return std::max(latest_rate(20), latest_rate(60));
}

double ServiceDemand::planned_rate_hz(double now_s) const {
  const std::size_t count = recent();
  if (count < 2) return 0;
  const double rate = rate_of(count, known_until_s(now_s)) * (1 + 1 / std::sqrt(double(count)));
  return std::max(rate, risen_rate_hz());
}

double ServiceDemand::stretch(double utilization) const {
  double gaps = 0, services = 0;
  for (const Shape& shape : shapes_) {
    gaps += shape.gap;
    services += shape.service;
  }
  const double gap_scale = gaps > 0 ? services / gaps : 1, mean = services / double(shapes_.size());
  std::vector<double> latencies;
  latencies.reserve(shapes_.size());
  double now = 0, free = 0;  // in a time in which the mean gap is as long as the mean service
  for (const Shape& shape : shapes_) {
    now += shape.gap * gap_scale;
    free = std::max(now, free) + utilization * shape.service;
    latencies.push_back(free - now);
  }
  const auto at = latencies.begin() + std::ptrdiff_t(target_.quantile * double(latencies.size() - 1));
  std::nth_element(latencies.begin(), at, latencies.end());
  return *at / (utilization * mean);
}

LatencyCurve ServiceDemand::curve() const {
  constexpr double kIdle = 1e-3;  // nobody waits
  LatencyCurve curve;
  for (std::size_t point = 0; point < LatencyCurve::kPoints; ++point) {
    curve.stretches[point] = stretch(std::max(LatencyCurve::utilization_of(point), kIdle));
    if (point > 0) curve.stretches[point] = std::max(curve.stretches[point], curve.stretches[point - 1]);
  }
  return curve;
}

// As many as arrived after it while it waited and was served.
double ServiceDemand::queue() const {
  return latest_rate(20) > 0 ? std::max(rate_hz(latest_.end_s), latest_rate(20)) * latest_.latency_s() : 0;
}

// The chance of a latency falls about exponentially with it.
bool ServiceDemand::is_flooded(double service_s) const {
  const double limits = std::log(kRare) / std::log(1 - target_.quantile);
  return (queue() + 1) * service_s > std::max(limits, 1.0) * target_.limit_s;
}

}  // namespace wattline::model
