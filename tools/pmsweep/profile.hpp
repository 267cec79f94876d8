// SPDX-License-Identifier: Apache-2.0
// The profile of one run: what the steady window measured, and how the run went.
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "base/steady_window.hpp"

namespace wattline::pmsweep {

enum class RunStatus {
  ok,
  brief,     // "short": the command ended before the window was complete
  failed,    // no profile
  deferred,  // the mode needs a reboot
};
// The word of the column `status`.
const char* to_string(RunStatus status);

// What wattcheck says of a run.
struct CheckResult {
  std::string word = "NA";   // valid, invalid or unknown; NA = it was not asked
  std::string rules = "NA";  // that failed; of unknown, those that have to be known and are not
};

struct Profile {
  PowerMode mode;
  std::vector<StepTiming> steps;  // of the steady window
  std::vector<double> watts;
  std::vector<double> part_watts;  // means over parts of whole minibatches, if these are long enough to have readings
  std::optional<double> time_error, power_error;  // relative standard errors of the window, as in base/mean_reading.hpp
  std::optional<double> mean_power_w;  // of a whole run or of whole epochs: their energy divided by their time
  std::optional<double> epoch_s;       // mean over whole epochs
  double window_s = 0;
  Settled settled = Settled::no;
  RunStatus status = RunStatus::ok;
  std::string reason = "NA";
  std::set<std::string> flags;  // words of io/profile_flags.hpp; empty = ok
  std::optional<double> start_temp_c, max_temp_c;
  std::optional<std::int64_t> throttle_events;
  CheckResult verdict;
  std::string logs;  // the folder with those of the run
  std::string source = "measured";

  void fail(const std::string& why) {
    status = RunStatus::failed;
    reason = why;
  }
  // Of a minibatch, and of the board. The times between states of a progress bar are those of few minibatches, each of
  // them up to one too many or too few: the mean over the window counts. The sensors of many boards follow a GPU that
  // waits between minibatches: the median of the readings themselves would be one of two levels. Nor may a part of the
  // window begin or end within a long minibatch, whose stages differ in power.
  std::optional<double> minibatch_ms() const;
  std::optional<double> power_w() const;
  std::optional<double> energy_j() const;
  std::optional<double> minibatch_sd_ms() const;
  std::optional<double> power_sd_w() const;
  std::optional<double> minibatch_se_ms() const, power_se_w() const;
  std::optional<double> stall_ms() const, compute_ms() const, infer_ms() const;
  // Quantiles, over the inference minibatches, of the latency of the slowest request.
  std::optional<double> latency_p50_ms() const, latency_p95_ms() const, latency_p99_ms() const;

 private:
  bool is_of_a_bar() const;
  std::optional<double> median_of(double StepTiming::*number) const;
  // Times of the training minibatches, or of the inference minibatches if nothing is trained.
  std::vector<double> minibatches_ms() const;
};

}  // namespace wattline::pmsweep
