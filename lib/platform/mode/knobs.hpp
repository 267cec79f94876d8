// SPDX-License-Identifier: Apache-2.0
// What was asked of each knob and what is in force: the reading behind `pmode get` and behind every claim that a
// mode is set. Kernel units: cores, kHz (CPU), Hz (GPU, EMC).
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

struct KnobReading {
  std::string knob;                   // cores, cpu, gpu, emc
  std::string object;                 // policy4, 17000000.gpu ...
  std::string cpus;                   // the cores behind it, as a kernel list; empty for GPU and EMC
  std::string unit;                   // "1", kHz, Hz
  std::optional<std::int64_t> asked;  // the clock or count asked for (a cap: its maximum)
  std::optional<std::int64_t> min, max, current;
  std::string governor;
  std::string mechanism;  // what controls it: cpufreq, devfreq, the EMC's files
  std::string problem;    // why it does not follow; empty = it does, or nothing was asked
  bool verified = false;  // something was asked and is in force
};

// `asked` may be empty. A policy whose cores are all off has no reading.
std::vector<KnobReading> read_knobs(const Machine& machine, const MachineState& asked);

// Of these the idle states (a row each: the cores that may enter it), the fan and the over-current counters.
std::vector<KnobReading> read_side_knobs(const Machine& machine, const MachineState& asked);
// What may work against a mode unseen: services that set the same knobs.
std::vector<KnobReading> read_surroundings(const Machine& machine);

// Reads again until every knob follows, `window_ns` has passed, or `give_up` says so (asked between readings).
std::vector<KnobReading> settle(const Machine& machine, const MachineState& asked, Clock& clock, std::int64_t window_ns,
                                const std::function<bool()>& give_up);

bool all_follow(const std::vector<KnobReading>& knobs);
// "policy4 (cpu4 cpu5): asked for 1190400 kHz, runs at 2201600 kHz".
std::string describe(const KnobReading& knob);

}  // namespace wattline::platform
