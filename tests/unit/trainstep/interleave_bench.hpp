// SPDX-License-Identifier: Apache-2.0
// Training and inference that take turns on a fake clock.
#pragma once
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "fake_clock.hpp"
#include "trainstep/run/inference_record.hpp"
#include "trainstep/run/interleave.hpp"

namespace wattline::test {

using namespace trainstep;

constexpr std::int64_t kMs = 1'000'000;

// Inference takes 10 ms, a training step 25 ms; each varies at random by up to `jitter`.
struct InterleaveBench {
  double jitter = 0;
  std::int64_t between = 0;  // ns after each window
  std::int64_t prefill = 0;  // ns of an inference until its first token; 0 = there are no tokens
  Random random{7};
  FakeClock clock;
  InterleaveOptions options;
  std::vector<WindowRecord> windows;
  std::size_t most = 50, requests = 1000;  // windows, and inference minibatches that there are
  std::function<bool()> stopped = [] { return false; };
  std::function<void(Use)> before_use;
  std::vector<std::string> notes;
  InferenceFacts facts;

  void pass(std::int64_t ns) {
    clock.advance(std::llround(static_cast<double>(ns) * (1 + jitter * (2 * random.uniform() - 1))));
  }
  void run(bool trains = true) {
    InterleavedWork work{[this] {
                           if (requests == 0) return false;
                           --requests;
                           pass(10 * kMs);
                           return true;
                         },
                         nullptr};
    if (trains) {
      work.train = [this] {
        pass(25 * kMs);
        return true;
      };
    }
    if (prefill > 0) work.first_token_ns = [this] { return clock.mono_ns() - 10 * kMs + prefill; };
    Interleave loop(work, clock, options);
    loop.stopped = stopped;
    loop.before_use = before_use;
    loop.on_fallback = [this](const std::string& reason) { notes.push_back(reason); };
    loop.on_window = [this](const WindowRecord& window) {
      clock.advance(between);
      windows.push_back(window);
      return windows.size() < most;
    };
    loop.run();
    facts = {options, trains, loop.inference_s(), loop.training_s(), loop.policy()};
  }
  InferenceRecord record() const {
    InferenceRecord record;
    for (const WindowRecord& window : windows) record.add(window);
    return record;
  }
  std::string stable() const { return stability(facts, record()); }
};

}  // namespace wattline::test
