// SPDX-License-Identifier: Apache-2.0
// The requests that a service gets: how often they arrive, and how long they would take from arrival to answer if each
// was served in another time. One request is served at a time, in the order of arrival.
#pragma once
#include <array>
#include <cstddef>
#include <deque>

namespace wattline::model {

struct AnsweredRequest {
  double arrival_s = 0, start_s = 0, end_s = 0;  // of one monotonic clock; start of the service
  double service_s() const { return end_s - start_s; }
  double latency_s() const { return end_s - arrival_s; }
};

// This share of all requests is to be answered in this time.
struct LatencyTarget {
  double quantile = 0.99, limit_s = 0;
};

// The quantile of the latency, as a multiple of the mean service time, by the utilization: the recent gaps and service
// times, scaled, through a queue of one server.
class LatencyCurve {
 public:
  double at(double utilization) const;
  // The largest utilization at which the quantile is at most so many service times; 0 = none.
  double most_utilization(double stretch) const;
  // The longest service time with which requests at this rate keep the limit, at most kMost utilized; 0 = none.
  double longest_service_s(double rate_hz, double limit_s) const;

  static constexpr std::size_t kPoints = 20;
  static constexpr double kMost = 0.95;
  static double utilization_of(std::size_t point) { return kMost * double(point) / double(kPoints - 1); }
  std::array<double, kPoints> stretches{};
};

class ServiceDemand {
 public:
  // Until there are enough requests, Poisson arrivals and equal service times stand for them.
  explicit ServiceDemand(const LatencyTarget& target);

  // Requests come in the order in which they end. `usual_s`: the mean service time of the mode that served it; 0 = not
  // known, or it was served in two modes.
  void add(const AnsweredRequest& request, double usual_s);
  // Of the recent requests; 0 before there are two.
  double rate_hz(double now_s) const;
  // The same, and as much more as it may be; and a sudden rise at once, as soon as it is no chance.
  double planned_rate_hz(double now_s) const;
  LatencyCurve curve() const;
  // How many requests are taken to wait behind the latest that ended.
  double queue() const;
  // So many that a request would wait behind them for a time that hardly ever occurs while the target is kept.
  bool is_flooded(double service_s) const;
  const LatencyTarget& target() const { return target_; }

 private:
  struct Shape {
    double gap, service;  // as multiples of their means
  };
  double stretch(double utilization) const;
  double known_until_s(double now_s) const;
  std::size_t arrivals_within(double seconds) const;
  std::size_t recent() const;  // those that tell the rate
  double rate_of(std::size_t arrivals, double until_s) const;
  double risen_rate_hz() const;
  double latest_rate(std::size_t arrivals) const;
  LatencyTarget target_;
  std::deque<Shape> shapes_;
  std::deque<double> arrivals_;
  AnsweredRequest latest_;
};

}  // namespace wattline::model
