// SPDX-License-Identifier: Apache-2.0
// When inference requests arrive. The loop is open: requests arrive on a schedule that does not wait for answers, so
// that the time that a request waits for a busy device counts as its latency (no coordinated omission).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"

namespace wattline::trainstep {

enum class ArrivalProcess {
  constant,  // equal gaps
  poisson,   // independent gaps of exponential distribution
  trace      // given times
};

struct ArrivalOptions {
  ArrivalProcess process = ArrivalProcess::constant;
  double rate = 0;              // mean requests per second; 0 = each is there when it is asked for
  std::uint64_t seed = 1;       // of poisson
  std::vector<double> trace_s;  // of trace: seconds since the start, in ascending order
  bool torn = false;            // the trace's last row was incomplete and left out
};

// Takes the times in the column arrival_s of a file of rows. Throws a data error where a time is missing or falls.
void read_arrivals(const std::string& path, ArrivalOptions& options);

// One arrival after the other.
class ArrivalTimes {
 public:
  explicit ArrivalTimes(const ArrivalOptions& options) : options_(options), random_(options.seed) { next(); }
  // Seconds since the start; empty behind the end of a trace.
  const std::optional<double>& now() const { return now_; }
  void next();
  std::int64_t passed() const { return passed_; }  // before now()

 private:
  const ArrivalOptions& options_;
  Random random_;
  std::int64_t passed_ = -1;
  std::optional<double> now_ = 0;
};

// However long the queue is, it needs no memory: its requests are made twice, when they arrive and when they are taken.
class Arrivals {
 public:
  explicit Arrivals(const ArrivalOptions& options) : options_(options), taken_(options_), arrived_(options_) {}
  Arrivals(const Arrivals&) = delete;
  Arrivals& operator=(const Arrivals&) = delete;
  // The next n requests, in seconds since the start of the run; none if the trace has fewer left.
  std::vector<double> take(std::size_t n);
  // How many of those not taken yet have arrived by then.
  std::int64_t waiting_at(double seconds);

 private:
  ArrivalOptions options_;
  ArrivalTimes taken_, arrived_;
};

}  // namespace wattline::trainstep
