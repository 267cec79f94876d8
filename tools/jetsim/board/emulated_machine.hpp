// SPDX-License-Identifier: Apache-2.0
// One emulated board: its parts on one emulated clock, and the true energy of its rails.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "jetsim/board/account_ledger.hpp"
#include "jetsim/board/emulated_disks.hpp"
#include "jetsim/board/emulated_load.hpp"
#include "jetsim/board/energy_ledger.hpp"
#include "jetsim/clocks/cpu_complex.hpp"
#include "jetsim/clocks/emc_clock.hpp"
#include "jetsim/clocks/gpu_clock.hpp"
#include "jetsim/spec/board_spec.hpp"
#include "jetsim/spec/board_state.hpp"
#include "jetsim/spec/faults.hpp"
#include "jetsim/spec/kernel_rules.hpp"
#include "jetsim/spec/true_power.hpp"

namespace wattline::jetsim {

struct EmulatedMachineOptions {
  std::string board;
  std::string kernel;  // generation; empty = the board's
  std::string boot;    // mode that it booted in; empty = none is in force
  LoadSource load = LoadSource::idle;
  bool ideal_sensors = false;
  double time_scale = 1;
  std::uint64_t seed = 1;
};

// Where the silicon settles at a constant power.
double settled_celsius(double watts);

class EmulatedMachine {
 public:
  EmulatedMachine(const EmulatedMachineOptions& options, Clock& clock);

  // Brings everything up to the emulated present, event by event.
  void advance();
  std::int64_t now_ns() const { return now_ns_; }
  Clocks clocks() const;
  double celsius() const { return celsius_; }
  const std::vector<double>& rail_watts() const { return watts_; }
  // Busy and idle seconds of a core since the start.
  double busy_s(int core) const { return busy_s_[static_cast<std::size_t>(core)]; }
  double idle_s(int core) const { return idle_s_[static_cast<std::size_t>(core)]; }
  long long throttle_events() const { return throttle_events_; }
  // When a fault with "@TIME" in its argument takes effect.
  std::int64_t fault_time_ns(const std::string& argument) const;
  void set_fault(const std::string& text);
  // What a workload sees of the board. Counts the modes that workloads run in, of which the fault "outlier" picks some.
  BoardState visit(bool new_run);

  EmulatedMachineOptions options;
  BoardSpec board;
  const KernelRules& rules;
  Clock& clock;
  Faults faults;
  CpuComplex cpu;
  GpuClock gpu;
  EmcClock emc;
  EmulatedLoad load;
  EmulatedDisks disks;
  TruePower power;
  EnergyLedger ledger;
  AccountLedger accounts;

 private:
  void apply(const ModeSpec& mode);
  void settle();
  void meddle();
  void integrate(std::int64_t end_ns);
  std::int64_t next_event(std::int64_t limit_ns) const;
  std::int64_t now_ns_;
  double celsius_ = 38;
  std::vector<double> watts_;
  std::vector<double> busy_s_, idle_s_;
  long long throttle_events_ = 0;
  std::int64_t throttle_due_ns_ = 0;
  std::map<std::string, std::int64_t> fault_times_;
  Clocks visited_;
  int visits_ = 0;
  std::int64_t meddle_ns_ = 0;
};

}  // namespace wattline::jetsim
