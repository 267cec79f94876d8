// SPDX-License-Identifier: Apache-2.0
// Inference on requests that arrive on a schedule, alone or between the minibatches of a training run.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "io/training_rows.hpp"
#include "trainstep/run/arrivals.hpp"

namespace wattline::trainstep {

// Training minibatches that fit between two inference minibatches: floor((batch / rate - inference) / training).
std::int64_t fitting_steps(double rate, double batch, double inference_s, double training_s);

enum class SharingPolicy {
  managed,      // one inference when its batch has queued, then as many training minibatches as fit
  round_robin,  // one inference, one training minibatch, in turn
  streams       // both at once, the device decides
};

// As on the command line.
const char* to_string(SharingPolicy policy);

struct InterleaveOptions {
  ArrivalOptions arrivals;  // without a rate one batch follows the other
  std::int64_t batch = 16;
  std::int64_t prompt = 0, generate = 0;  // tokens of a request to a language model; 0 = another network
  std::optional<SharingPolicy> policy;    // empty = managed where a training minibatch fits, else round_robin
  std::int64_t latency_limit_ns = 0;      // of a request; 0 = none
  std::int64_t max_steps = 0;  // training minibatches, or inference ones when nothing is trained; 0 = no limit
};

struct Request {
  double latency_ms = 0;
  bool late = false;  // above the limit
};

// One inference minibatch and the training that followed it.
struct WindowRecord : io::WindowRow {
  std::vector<Request> requests;  // in the order of their arrival
  bool cut_short = false;         // by the end of the run
};

// What the device is used for, where inference and training take turns.
enum class Use { infer, train };
inline const char* to_string(Use use) {
  return use == Use::infer ? "infer" : "train";
}

// One minibatch each; false when there is no more data.
struct InterleavedWork {
  std::function<bool()> infer, train;  // train may be empty
  // When the first token of the last inference was there, of a language model; may be empty.
  std::function<std::optional<std::int64_t>()> first_token_ns{};
};

class Interleave {
 public:
  Interleave(InterleavedWork work, Clock& clock, const InterleaveOptions& options)
      : work_(std::move(work)), clock_(clock), options_(options), arrivals_(options.arrivals) {}

  // Whether the run is to end, asked while it waits for a request; `wake_fd` is readable when the answer may have
  // changed.
  std::function<bool()> stopped = [] { return false; };
  int wake_fd = -1;
  // Called when the device is about to be used for something else. While requests are awaited, it is set up for
  // inference already. May be empty, as the other two: around each inference.
  std::function<void(Use)> before_use;
  std::function<void()> before_inference, after_inference;
  // Called when the policy is chosen because the usual one cannot be kept, with the reason.
  std::function<void(const std::string&)> on_fallback;
  // Called after each window; false ends the run.
  std::function<bool(const WindowRecord&)> on_window;

  // Throws unavailable when the policy is to be managed and no training minibatch fits, with the rate at which one
  // would.
  void run();
  SharingPolicy policy() const { return policy_; }
  // Medians of what was measured, in seconds.
  double inference_s() const;
  double training_s() const;
  double hook_s() const;  // of the commands of before_use() in a window

 private:
  void calibrate();
  void choose_policy();
  void use_for(Use use, WindowRecord& window);
  bool train_once(WindowRecord& window);
  bool infer_once(WindowRecord& window);
  void add_tokens(WindowRecord& window, std::int64_t start_ns, std::int64_t end_ns) const;
  void add_requests(WindowRecord& window, std::int64_t start_ns, std::int64_t end_ns) const;
  // Training minibatches for which the time between two inferences is enough. The commands of before_use() may leave
  // too little time; then there is one, if there is time without them.
  std::int64_t steps_between() const;
  void train_between(WindowRecord& window);
  // Empty when nothing is left to answer.
  std::optional<WindowRecord> run_window(std::int64_t number, bool trains_beside);
  bool enough() const { return options_.max_steps > 0 && trained_ >= options_.max_steps; }  // was trained
  bool has_rate() const { return options_.arrivals.rate > 0; }
  std::int64_t to_clock_ns(double arrival_s) const;
  // False when the run was stopped before.
  bool wait_until(std::int64_t due_ns) const;
  InterleavedWork work_;
  Clock& clock_;
  InterleaveOptions options_;
  Arrivals arrivals_;
  std::vector<double> batch_s_;  // arrivals of the minibatch that is answered; empty without a rate
  std::int64_t begin_ns_ = 0;
  SharingPolicy policy_ = options_.policy.value_or(SharingPolicy::managed);
  std::optional<Use> use_;
  std::atomic<std::int64_t> trained_{0};  // with SharingPolicy::streams another thread trains
  std::atomic<bool> more_{true};
  std::vector<double> inference_, training_, hooks_;  // seconds; the latest ones
};

}  // namespace wattline::trainstep
