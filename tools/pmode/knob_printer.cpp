// SPDX-License-Identifier: Apache-2.0
#include "pmode/knob_printer.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

std::string or_na(const std::string& text) {
  return text.empty() ? "NA" : text;
}

// A machine without the knob still has its row, so that readers find every knob.
void add_absent(std::vector<KnobReading>& knobs, const Machine& machine) {
  if (machine.cpus.policies.empty()) knobs.push_back({"cpu", "-", "", "kHz", {}, {}, {}, {}, "", "", "", false});
  if (!machine.gpu) knobs.push_back({"gpu", "-", "", "Hz", {}, {}, {}, {}, "", "", "", false});
  if (!machine.emc.exists()) knobs.push_back({"emc", "-", "", "Hz", {}, {}, {}, {}, "", "", "", false});
}

}  // namespace

void print_knobs(cli::RowStream& stream, const Machine& machine, std::vector<KnobReading> knobs) {
  add_absent(knobs, machine);
  for (KnobReading& knob : read_surroundings(machine)) knobs.push_back(std::move(knob));
  io::TsvWriter& rows = stream.rows();
  for (const KnobReading& knob : knobs) {
    rows.text(knob.knob).text(knob.object).text(or_na(knob.cpus)).text(knob.unit);
    rows.integer(knob.asked).integer(knob.min).integer(knob.max).integer(knob.current);
    rows.text(or_na(knob.governor));
    rows.text(!knob.problem.empty() ? "deviates" : knob.verified ? "follows" : "NA");
    rows.text(or_na(knob.mechanism)).text(machine.root.source()).end_row();
  }
}

}  // namespace wattline::pmode
