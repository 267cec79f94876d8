// SPDX-License-Identifier: Apache-2.0
// The rest of the machine's files: identity, /proc, nvpmodel's configuration and state, temperatures, fan, control.
#pragma once
#include <functional>
#include <string>

#include "jetsim/board/emulated_machine.hpp"

namespace wattline::jetsim {

void add_identity_files(Tree& tree, const BoardSpec& board, const std::string& kernel_release);
void add_proc_files(Tree& tree, EmulatedMachine& machine);
void add_nvpmodel_files(Tree& tree, const BoardSpec& board);
void add_service_files(Tree& tree, const BoardSpec& board);
void add_thermal_files(Tree& tree, EmulatedMachine& machine);
// Those of the CPU and the GPU; returns the number of the next one.
int add_cooling_files(Tree& tree, EmulatedMachine& machine);
struct CoolingDevice {
  std::string type;
  long long max_state;
  std::function<long long()> state;
  std::function<void(long long)> set;
};
void add_cooling_device(Tree& tree, int number, const CoolingDevice& device);
// The fan is the cooling device of this number.
void add_fan_files(Tree& tree, EmulatedMachine& machine, int cooling_device);
// jetsim's own, under /run/jetsim: gpu, load, disks, faults, ledger.
void add_control_files(Tree& tree, EmulatedMachine& machine);

}  // namespace wattline::jetsim
