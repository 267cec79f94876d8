// SPDX-License-Identifier: Apache-2.0
// The modes that the vendor predefines for a board: what each means, and whether it can be switched to now.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platform/mode/machine_state.hpp"
#include "platform/mode/nvpmodel_conf.hpp"

namespace wattline::platform {

// The board's /etc/nvpmodel.conf; empty when there is none. Throws a data error when it cannot be read as such.
std::optional<NvpmodelConf> read_conf(const io::Root& root);

// What a path in a mode file stands for.
struct KnobPath {
  std::optional<int> core;  // a core's `online`, or its policy's limits
  bool gpu_clock = false, emc_cap = false, mask = false;
};
KnobPath knob_path(const std::string& path);
// Where a setting would be written on this machine.
std::string setting_path(const NvpmodelConf& conf, const ConfSetting& setting, const Machine& machine);

// A mode as its file describes it. Parameters are told apart by their paths: names differ between releases and some
// mislead (CPU_A78_1 is cpu4 in one file and cpu1 in another).
struct PredefinedMode {
  int id = 0;
  std::string name;
  std::set<int> cores_on, cores_off;   // cores that it mentions
  std::map<int, ClockState> cpu;       // by the core in the path, kHz; a missing end is the hardware's
  ClockState gpu;                      // Hz
  std::optional<std::int64_t> emc_hz;  // empty = the hardware's maximum, or not mentioned
  bool sets_emc = false;
  std::vector<PathValue> masks;   // GPU power gating: fixed from the GPU's first use until a reboot
  std::vector<PathValue> others;  // caps of other engines, current limits
  std::optional<double> rated_w;  // the vendor's label, not an enforced limit
  int core_count() const;         // cores on, cpu0 always among them
};

// Which path of a parameter counts is decided by `root` (KNEXT twins exist for newer kernels); without one the
// first is taken, which is enough for what a mode says.
PredefinedMode describe_mode(const NvpmodelConf& conf, const ConfMode& mode, const Machine* machine);

// The state that puts it in force.
MachineState target_of_predefined(const Machine& machine, const PredefinedMode& mode);
// The masks that differ from those in force: switching needs a reboot. Each as "tpc_pg_mask 248 (now 240)".
std::vector<std::string> changed_masks(const Machine& machine, const PredefinedMode& mode);
// Every limit of the mode is the one in force.
bool is_active(const Machine& machine, const PredefinedMode& mode);
// The id in /var/lib/nvpmodel/status: what nvpmodel brings back at boot.
std::optional<int> saved_mode_id(const io::Root& root);

}  // namespace wattline::platform
