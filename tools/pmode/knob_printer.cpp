// SPDX-License-Identifier: Apache-2.0
#include "pmode/knob_printer.hpp"

#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

// A machine without the knob still has its row, so that readers find every knob.
void add_absent(std::vector<KnobReading>& knobs, const Machine& machine) {
  if (machine.cpus.policies.empty()) knobs.push_back({Knob::cpu, "-", "", "kHz"});
  if (!machine.gpu) knobs.push_back({Knob::gpu, "-", "", "Hz"});
  if (!machine.emc.exists()) knobs.push_back({Knob::emc, "-", "", "Hz"});
}

}  // namespace

void print_knobs(cli::RowStream& stream, const Machine& machine, std::vector<KnobReading> knobs) {
  add_absent(knobs, machine);
  for (KnobReading& knob : read_surroundings(machine)) knobs.push_back(std::move(knob));
  for (const KnobReading& knob : knobs) knob_rows().write(stream.rows(), {knob, machine.root.source()});
}

}  // namespace wattline::pmode
