// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/inference_record.hpp"

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

namespace {

constexpr std::int64_t kFewestStableWindows = 10;  // in fewer, a queue that grows slowly is not yet a minibatch long

std::optional<double> percent_of(std::int64_t part, std::int64_t whole) {
  if (whole == 0) return std::nullopt;
  return 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

void Backlog::add(std::int64_t window, std::int64_t waiting) {
  while (!lows_.empty() && lows_.back().waiting >= waiting) lows_.pop_back();
  lows_.push_back({window, waiting});
}

std::int64_t Backlog::least_since(std::int64_t window) const {
  const auto low = std::find_if(lows_.begin(), lows_.end(), [=](const Low& each) { return each.window >= window; });
  return low == lows_.end() ? 0 : low->waiting;
}

void InferenceRecord::add(const WindowRecord& window) {
  if (windows == 0) start_ns = window.start_ns;
  waiting.add(windows, window.waiting);
  queue.add(static_cast<double>(window.waiting));
  hook_ms += window.hook_ms;
  ++windows;
  end_ns = window.end_ns;
  violations += window.violations;
  train_steps += window.train_steps;
  if (!window.cut_short) {
    ++whole;
    as_formula += window.train_steps == window.fitting_steps ? 1 : 0;
  }
  latency_max_ms.add(window.latency_max_ms);
  for (const Request& request : window.requests) add(request);
  if (!window.tokens) return;
  tokens += *window.tokens;
  first_token_ms.add(window.first_token_ms);
  if (!std::isnan(window.token_ms)) token_ms.add(window.token_ms);
}

void InferenceRecord::add(const Request& request) {
  latency_ms.add(request.latency_ms);
  cluster_ = request.late ? cluster_ + 1 : 0;
  clusters += cluster_ == 1 ? 1 : 0;
  longest_cluster = std::max(longest_cluster, cluster_);
}

std::optional<double> InferenceRecord::as_formula_pct() const {
  return percent_of(as_formula, whole);
}

std::optional<double> InferenceRecord::violation_pct() const {
  return percent_of(violations, latency_ms.count());
}

std::string stability(const InferenceFacts& facts, const InferenceRecord& run) {
  const InterleaveOptions& o = facts.options;
  if (o.arrivals.rate <= 0) return "NA";
  const bool one_each = facts.trains && facts.policy == SharingPolicy::round_robin;
  const double busy_s = facts.inference_s + (one_each ? facts.training_s : 0);
  const bool too_slow = busy_s * o.arrivals.rate > static_cast<double>(o.batch);
  if (too_slow || run.backlog() >= o.batch) return "no";
  return run.windows < kFewestStableWindows ? "NA" : "yes";
}

}  // namespace wattline::trainstep
