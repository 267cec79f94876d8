// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/step_bottleneck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace wattline::trainstep {

namespace {

constexpr double kStalled = 0.1, kLaunchBound = 0.9;

// Whatever made the larger part of the stall: the copy is in it, the rest is waiting for a worker.
const char* cause_of_stall(const Stages& sums) {
  if (sums.h2d_ms > sums.stall_ms / 2) return "copy";
  return sums.read_ms > sums.prep_ms ? "disk" : "pre-processing";
}

const char* name_of(const Stages& sums) {
  if (sums.stall_ms > kStalled * sums.step_ms) return cause_of_stall(sums);
  return sums.launch_ms > kLaunchBound * sums.compute_ms ? "launch" : "compute";
}

}  // namespace

std::optional<StepBottleneck> bottleneck_of(const Stages& sums) {
  if (sums.step_ms <= 0) return std::nullopt;
  StepBottleneck bottleneck{name_of(sums), 100 * sums.stall_ms / sums.step_ms, std::nullopt};
  const double busy_ms = sums.step_ms - sums.stall_ms + sums.h2d_ms, making_ms = sums.read_ms + sums.prep_ms;
  if (sums.compute_ms > 0) {
    bottleneck.workers_to_hide = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(making_ms / busy_ms)));
  }
  return bottleneck;
}

std::string in_words(const StepBottleneck& bottleneck) {
  if (bottleneck.name == "compute") return "Computing takes the time; only a faster device would help.";
  if (bottleneck.name == "launch") {
    return "Starting GPU kernels takes the time; a faster CPU or a larger batch would help.";
  }
  const std::string waits = fmt::format("Training waits {:.0f} % of the time, ", bottleneck.stall_share_pct);
  if (bottleneck.name == "copy") {
    return waits + "mostly for copies to the device; pinned memory would help.";
  }
  const std::int64_t n = bottleneck.workers_to_hide.value_or(1);
  const std::string threads = n > 1 ? std::to_string(n) + " loader threads, " : "";
  return waits +
         (bottleneck.name == "disk"
              ? "mostly for files; " + threads + "a faster disk or more memory for the page cache would help."
              : "mostly for decoding and transforms; " + threads + "faster CPU cores or smaller files would help.");
}

}  // namespace wattline::trainstep
