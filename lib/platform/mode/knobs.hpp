// SPDX-License-Identifier: Apache-2.0
// Compares the requested value of each knob with the value in force, for `pmode get` and for the check that a mode is
// set. The units are those of the kernel: number of cores, kHz for the CPU, Hz for GPU and EMC.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/mode/machine_state.hpp"

namespace wattline::platform {

// cores to emc: what a mode sets. cpuidle to overcurrent: what else changes clocks and power. setting: one of a mode's
// file that this machine lacks.
enum class Knob { cores, cpu, gpu, emc, cpuidle, fan, service, overcurrent, setting };
const char* to_string(Knob knob);

struct KnobReading {
  Knob knob = Knob::cores;
  std::string object{};                 // policy4, 17000000.gpu ...
  std::string cpus{};                   // the cores that it affects, as a kernel list; empty for GPU and EMC
  std::string unit{};                   // "1", kHz, Hz
  std::string mechanism{};              // what controls it: cpufreq, devfreq, the EMC's files
  std::optional<std::int64_t> asked{};  // the clock or number asked for; of a capped clock, its maximum
  std::optional<std::int64_t> min{}, max{}, current{};
  std::string governor{};
  std::string problem{};  // why it does not follow; empty if it does or nothing was asked
  bool verified = false;  // something was asked and is in force
  int error = 0;          // errno of a value that could not be read
  bool unknown = false;   // the problem is that: it may be in force or not
};

// `asked` may be empty. A policy whose cores are all offline has no reading.
std::vector<KnobReading> read_knobs(const Machine& machine, const MachineState& asked);

// The same for each idle state (whose cores are those that may enter it), the fan and the over-current counters.
std::vector<KnobReading> read_side_knobs(const Machine& machine, const MachineState& asked);
// Services that set the same knobs and may thus change a mode.
std::vector<KnobReading> read_surroundings(const Machine& machine);

// Reads the knobs until all of them could be read and follow, `window_ns` has passed, or `give_up`, which is called
// between readings, returns true. What the last reading could not read is noted (io/unread.hpp).
std::vector<KnobReading> settle(const Machine& machine, const MachineState& asked, Clock& clock, std::int64_t window_ns,
                                const std::function<bool()>& give_up);

bool all_follow(const std::vector<KnobReading>& knobs);
// "policy4 (cpu4 cpu5): asked for 1190400 kHz, runs at 2201600 kHz".
std::string describe(const KnobReading& knob);

}  // namespace wattline::platform
