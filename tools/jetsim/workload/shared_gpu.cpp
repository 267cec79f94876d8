// SPDX-License-Identifier: Apache-2.0
#include "jetsim/workload/shared_gpu.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"

namespace wattline::jetsim {

namespace {

// The parts of the computation stand for the whole: only the time and the load of a window are asked for.
void append(EmulatedMinibatch& whole, const EmulatedMinibatch& part) {
  whole.segments.insert(whole.segments.end(), part.segments.begin(), part.segments.end());
  whole.compute_ms += part.step_ms();
}

}  // namespace

std::pair<std::string, std::string> workloads_of(const std::string& pair) {
  const auto parts = split(pair, '+');
  if (parts.size() != 2 || parts[0].empty() || parts[1].empty()) {
    throw usage_error("--interleave " + pair + " is not TRAIN+INFER", "for example resnet18+mobilenetv3");
  }
  return {std::string(parts[0]), std::string(parts[1])};
}

void check_trains(const Surface& surface) {
  if (surface.context() == 0) return;
  throw usage_error("--interleave " + surface.name() + "+...: " + surface.name() + " is not trained",
                    "name a network in front of the + that is, such as resnet18");
}

Activity waiting_for_requests() {
  return Activity{};
}

EmulatedMinibatch SharedWindow::whole() const {
  EmulatedMinibatch sum;
  append(sum, inference);
  for (int i = 0; i < trained; ++i) append(sum, training);
  if (idle_ms <= 0) return sum;
  sum.segments.push_back({idle_ms, waiting_for_requests()});
  sum.compute_ms += idle_ms;
  return sum;
}

SharedWindow shared_window(const EmulatedMinibatch& inference, const EmulatedMinibatch& training, double period_ms) {
  SharedWindow window{inference, training};
  const double left_ms = period_ms - inference.step_ms();
  window.trained = std::max(1, static_cast<int>(left_ms / training.step_ms()));
  window.idle_ms = left_ms - window.trained * training.step_ms();
  return window;
}

}  // namespace wattline::jetsim
