// SPDX-License-Identifier: Apache-2.0
// The modes that the vendor predefines for a board: what each one sets, and whether it can be set without a reboot.
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

// The board's /etc/nvpmodel.conf; empty if there is none. Throws a data error if it cannot be parsed.
std::optional<NvpmodelConf> read_conf(const io::Root& root);

// What a path in a mode file stands for.
struct KnobPath {
  std::optional<int> core;  // a core's `online`, or its policy's limits
  bool gpu_clock = false, emc_cap = false, mask = false;
};
KnobPath knob_path(const std::string& path);
// Where a setting would be written on this machine.
std::string setting_path(const NvpmodelConf& conf, const ConfSetting& setting, const Machine& machine);

// A mode as its file describes it. Parameters are identified by their paths, because names differ between releases and
// some mislead (CPU_A78_1 is cpu4 in one file and cpu1 in another).
struct PredefinedMode {
  int id = 0;
  std::string name;
  std::set<int> cores_on, cores_off;   // cores that it mentions
  std::map<int, ClockState> cpu;       // by the core in the path, kHz; a missing limit is the hardware's
  ClockState gpu;                      // Hz
  std::optional<std::int64_t> emc_hz;  // empty: the hardware's maximum, or not mentioned
  bool sets_emc = false;
  std::vector<PathValue> masks;   // GPU power gating: cannot change between the GPU's first use and a reboot
  std::vector<PathValue> others;  // caps of other engines, current limits
  std::optional<double> rated_w;  // the vendor's label, not an enforced limit
  int core_count() const;         // number of cores online, cpu0 included
};

// A parameter may have a second path for newer kernels (KNEXT); `machine` decides which one is used. Without a machine
// it is the first, which is enough to describe the mode.
PredefinedMode describe_mode(const NvpmodelConf& conf, const ConfMode& mode, const Machine* machine);

// The state that puts the mode in force.
MachineState target_of_predefined(const Machine& machine, const PredefinedMode& mode);
// The masks that differ from those in force, so that the mode needs a reboot, each as "tpc_pg_mask 248 (now 240)".
std::vector<std::string> changed_masks(const Machine& machine, const PredefinedMode& mode);
// Whether every limit of the mode is in force.
bool is_active(const Machine& machine, const PredefinedMode& mode);
// The id in /var/lib/nvpmodel/status: the mode that nvpmodel sets at boot.
std::optional<int> saved_mode_id(const io::Root& root);

}  // namespace wattline::platform
