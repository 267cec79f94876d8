// SPDX-License-Identifier: Apache-2.0
// A board that answers requests and trains in between: one inference minibatch as soon as its requests have arrived,
// then as many training minibatches as end before the next one is due, but at least one.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "jetsim/workload/noisy_surface.hpp"

namespace wattline::jetsim {

// Requests per second: one in three hours, one per microsecond.
constexpr double kLeastRate = 1e-4, kMostRate = 1e6;

struct SharingOptions {
  std::string pair;                       // TRAIN+INFER
  double rate = 0;                        // requests per second, which arrive with equal gaps
  int train_batch = 0, infer_batch = 16;  // 0 = the workload's own
};

// TRAIN and INFER. Throws a usage error for another text.
std::pair<std::string, std::string> workloads_of(const std::string& pair);

// Throws a usage error when TRAIN is a language model, which only answers requests.
void check_trains(const Surface& surface);

// What the two workloads do in the time in which the requests of one inference minibatch arrive.
struct SharedWindow {
  EmulatedMinibatch inference, training;  // one of each
  int trained = 1;
  double idle_ms = 0;  // until the next minibatch of requests is complete; negative if it has to wait
  bool fits() const { return idle_ms >= 0; }
  // All of it, one part after the other.
  EmulatedMinibatch whole() const;
};

// While requests are awaited.
Activity waiting_for_requests();

// The window without noise. `period_ms`: in which the requests of a minibatch arrive.
SharedWindow shared_window(const EmulatedMinibatch& inference, const EmulatedMinibatch& training, double period_ms);

}  // namespace wattline::jetsim
