// SPDX-License-Identifier: Apache-2.0
// Rows of a recorded run, as the rules see them. Times are seconds of CLOCK_MONOTONIC.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/step_phase.hpp"

namespace wattline::wattcheck {

struct Place {
  std::size_t file = 0;  // index into Run::files
  long long line = 0;    // 0 = the file as a whole
};

struct PowerReading {
  double start_s = 0;
  std::optional<double> power_w;
  bool stale = false;
  Place place;

  bool fresh() const { return power_w && !stale; }
};

struct LoadReading {
  double start_s = 0;
  std::optional<double> cpu_pct, proc_cpu_pct, cpus_online, cpu_khz, gpu_hz, emc_hz;
  std::optional<double> temp_max_c, oc_events, uv_events, read_b_per_s;
  Place place;
};

struct Step {
  double start_s = 0, end_s = 0;
  std::optional<std::int64_t> epoch, number;
  StepPhase phase = StepPhase::counted;
  Place place;
  std::optional<double> tokens{};  // of a language model
  bool request = false;            // to a language model; several may be answered at once
};

struct Epoch {
  double start_s = 0, end_s = 0;
  std::optional<std::int64_t> epoch, steps;
  std::optional<double> resident_pct;
  Place place;
};

// A row of `pmode watch`: a knob left the mode (deviates), or came back to it.
struct WatchEvent {
  double start_s = 0;
  std::string knob, object, status;
  Place place;
};

struct Residency {
  double start_s = 0;
  std::optional<double> resident_pct;
  Place place;
};

struct Span {
  double start_s = 0, end_s = 0;
  const char* what = "";  // the kind of the rows that it comes from

  double length_s() const { return end_s - start_s; }
  bool holds(double t_s) const { return t_s >= start_s && t_s <= end_s; }
};

// Makes `span` hold another one.
void widen(std::optional<Span>& span, const Span& more);

}  // namespace wattline::wattcheck
