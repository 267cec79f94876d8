// SPDX-License-Identifier: Apache-2.0
// The modes that the vendor predefines for a board: what each one sets, and whether it can be set without a reboot.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "platform/mode/knob_path.hpp"
#include "platform/mode/machine_state.hpp"
#include "platform/mode/nvpmodel_conf.hpp"

namespace wattline::platform {

// The board's /etc/nvpmodel.conf; empty if there is none. Throws a data error if it cannot be parsed.
std::optional<NvpmodelConf> read_conf(const io::Root& root);

// Where a setting would be written on this machine.
std::string setting_path(const NvpmodelConf& conf, const ConfSetting& setting, const Machine& machine);

// A mode as its file describes it.
struct PredefinedMode {
  int id = 0;
  std::string name;
  std::set<int> cores_on, cores_off;       // cores that it mentions; others keep their state
  std::optional<std::int64_t> core_count;  // cores online, where the mode leaves none to its present state
  std::map<int, ClockState> cpu;           // by the core in the path, kHz; a missing limit is the hardware's
  ClockState gpu;                          // Hz
  std::optional<std::int64_t> emc_hz;      // empty: the hardware's maximum, or not mentioned
  bool sets_gpu = false, sets_emc = false;
  std::vector<PathValue> masks;         // GPU power gating: cannot change between the GPU's first use and a reboot
  std::vector<PathValue> others;        // caps of other engines, current limits
  std::vector<MissingSetting> missing;  // of this machine
  std::optional<double> rated_w;        // the vendor's label, not an enforced limit
};

// A parameter may have a second path for newer kernels (KNEXT); `machine` decides which one is used. Without a machine
// it is the first, which is enough to describe the mode.
PredefinedMode describe_mode(const NvpmodelConf& conf, const ConfMode& mode, const Machine* machine);

// The state that puts the mode in force.
MachineState target_of_predefined(const Machine& machine, const PredefinedMode& mode);
// A GPU clock of the mode that is in no table of the machine, "MODE_15W: gpu 408000000 Hz to 420750000 Hz", or nothing:
// target_of_predefined() rounds it as nvpmodel was observed to do.
std::string rounded_gpu_clock(const Machine& machine, const PredefinedMode& mode);
// The masks that differ from those in force, so that the mode needs a reboot, each as "tpc_pg_mask 248 (now 240)".
std::vector<std::string> changed_masks(const Machine& machine, const PredefinedMode& mode);
// Whether every limit of the mode is in force.
bool is_active(const Machine& machine, const PredefinedMode& mode);
// The id in /var/lib/nvpmodel/status: the mode that nvpmodel sets at boot.
std::optional<int> saved_mode_id(const io::Root& root);

}  // namespace wattline::platform
