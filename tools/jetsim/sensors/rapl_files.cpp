// SPDX-License-Identifier: Apache-2.0
// drivers/powercap/intel_rapl_common.c: the energy of a domain in units of 2^-14 J, at most 2^32 of them; the hardware
// adds to it about every millisecond.
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "jetsim/sensors/ina3221.hpp"

namespace wattline::jetsim {

namespace {

constexpr double kUnit_uj = 1e6 / 16384;
constexpr std::int64_t kUpdate_ns = 1'000'000, kUnits = std::int64_t{1} << 32;

// Counters count from the start of the machine, which was long before the emulation began.
constexpr double kBefore_j = 12345;

long long energy_uj(const EmulatedMachine& machine, std::size_t rail) {
  const std::int64_t at_ns = machine.now_ns() / kUpdate_ns * kUpdate_ns;
  const double uj = (kBefore_j + machine.ledger.joules(rail, at_ns)) * 1e6;
  return std::llround(static_cast<double>(static_cast<std::int64_t>(uj / kUnit_uj) % kUnits) * kUnit_uj);
}

}  // namespace

void add_rapl_files(Tree& tree, EmulatedMachine& machine, const ChipSpec& spec) {
  const std::size_t index = rail_of(machine.board, spec);
  const std::string device = "/sys/devices/virtual/powercap/intel-rapl/" + spec.device, base = device + "/";
  tree.constant(base + "name", machine.board.rails[index].label);
  tree.constant(base + "max_energy_range_uj", std::to_string(std::llround(static_cast<double>(kUnits) * kUnit_uj)));
  tree.constant(base + "constraint_0_name", "long_term");
  tree.constant(base + "constraint_0_max_power_uw", spec.node);
  tree.attribute(base + "energy_uj", [&machine, index](std::string& text) {
    const RailFault fault = rail_fault(machine, machine.board.rails[index].label);
    if (fault.error != 0) return fault.error;
    text = fault.replaces ? fault.text : std::to_string(energy_uj(machine, index)) + "\n";
    return 0;
  });
  tree.link_to("/sys/class/powercap/" + spec.device, device);
}

}  // namespace wattline::jetsim
