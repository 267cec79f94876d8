// SPDX-License-Identifier: Apache-2.0
// The GPU of an emulated board. It computes nothing, but says when the board would be done with a minibatch, and loads
// the board meanwhile. The board's end is tools/jetsim/files/gpu_file.hpp.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/not_copyable.hpp"
#include "io/signals.hpp"
#include "io/system_clock.hpp"
#include "trainstep/run/board_control.hpp"
#include "trainstep/run/timer.hpp"

namespace wattline::trainstep {

class EmulatedGpu : NotCopyable {
 public:
  // Throws unavailable when no board is mounted on the root, a usage error when the board does not know the workload.
  EmulatedGpu(const io::Root& board, io::Signals& signals, const std::string& workload, std::uint64_t seed);

  // The size of the minibatches that follow.
  void load(std::size_t samples) { samples_ = samples; }
  // Wait until the minibatch is done; false when a stop signal came first.
  bool train() { return compute("train"); }
  bool infer() { return compute("infer"); }
  // Of the last minibatch, by the board's clock.
  std::int64_t copied_ns() const { return copied_ns_; }
  std::int64_t computed_ns() const { return computed_ns_; }

 private:
  bool compute(const char* what);
  BoardControl file_;
  io::SystemClock clock_;  // a thread of its own may wait for this GPU
  io::Signals& signals_;
  std::size_t samples_ = 0;
  std::int64_t copied_ns_ = 0, computed_ns_ = 0;
};

// What the host does is timed by the board's clock, the rest by the GPU: nothing of it depends on how soon the host
// wakes up.
Timer emulated_timer(std::shared_ptr<const EmulatedGpu> gpu, Clock& clock);

}  // namespace wattline::trainstep
