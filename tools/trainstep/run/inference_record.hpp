// SPDX-License-Identifier: Apache-2.0
// What a run with inference measured, for its summary. The memory needed does not grow with the number of windows,
// unless the backlog does.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/quantiles.hpp"
#include "base/statistics.hpp"
#include "trainstep/run/interleave.hpp"

namespace wattline::trainstep {

// Requests that wait behind the minibatch that is being answered, window by window.
class Backlog {
 public:
  void add(std::int64_t window, std::int64_t waiting);
  // As many waited in each window from this one on.
  std::int64_t least_since(std::int64_t window) const;

 private:
  struct Low {
    std::int64_t window, waiting;
  };
  std::vector<Low> lows_;  // rising: each is the least from the one before it to the end; one for each rise that lasts
};

struct InferenceRecord {
  std::int64_t windows = 0, violations = 0, train_steps = 0;
  std::int64_t whole = 0, as_formula = 0;  // not cut short; of these, with as many trained as fit
  std::int64_t start_ns = 0, end_ns = 0;
  Quantiles latency_max_ms;            // of the windows
  Quantiles latency_ms;                // of the requests
  std::int64_t tokens = 0;             // that a language model generated
  Quantiles first_token_ms, token_ms;  // of the windows
  // Late requests come in clusters: an unbroken sequence of them is one.
  std::int64_t clusters = 0, longest_cluster = 0;
  Backlog waiting;

  Running queue;       // requests behind each minibatch
  double hook_ms = 0;  // sum over the windows

  void add(const WindowRecord& window);
  std::optional<double> as_formula_pct() const;
  // Late requests among all; empty without requests.
  std::optional<double> violation_pct() const;
  // Requests that waited behind every minibatch of the run's second half.
  std::int64_t backlog() const { return waiting.least_since(windows / 2); }

 private:
  void add(const Request& request);
  std::int64_t cluster_ = 0;  // late requests up to the latest one
};

struct InferenceFacts {
  InterleaveOptions options;
  bool trains = false;
  double inference_s = 0, training_s = 0;  // medians of a minibatch
  SharingPolicy policy = SharingPolicy::managed;
};

// "yes" when minibatches of requests are answered as fast as they arrive, with what the policy trains after each, and
// no whole minibatch of them has piled up; "no" otherwise; "NA" without a rate, or in place of "yes" after few windows.
std::string stability(const InferenceFacts& facts, const InferenceRecord& run);

}  // namespace wattline::trainstep
