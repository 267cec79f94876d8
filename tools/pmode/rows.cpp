// SPDX-License-Identifier: Apache-2.0
#include "pmode/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::pmode {

namespace {

const io::Column kId{"id", "", 0, "number of the mode; NA when it has none"};
const io::Column kName{"name", "", 0, "the vendor's name, or NA"};
const io::Column kMode{"mode", "", 0, "CORES/CPU/GPU/EMC, accepted by every tool"};
const io::Column kCores{"cores", "1", 0, "online cores"};
const io::Column kCpu{"cpu_khz", "kHz", 0, "CPU clock"};
const io::Column kGpu{"gpu_hz", "Hz", 0, "GPU clock"};
const io::Column kEmc{"emc_hz", "Hz", 0, "memory clock"};

}  // namespace

const io::RowTable<ModeRow>& mode_rows() {
  static const io::RowTable<ModeRow> table{"modes",
                                           {{kId, &ModeRow::id},
                                            {kName, &ModeRow::name},
                                            {kMode, [](const ModeRow& row) { return to_string(row.mode); }},
                                            {kCores, [](const ModeRow& row) { return row.mode.cores; }},
                                            {kCpu, [](const ModeRow& row) { return row.mode.cpu_khz; }},
                                            {kGpu, [](const ModeRow& row) { return row.mode.gpu_hz; }},
                                            {kEmc, [](const ModeRow& row) { return row.mode.emc_hz; }}}};
  return table;
}

const io::RowTable<PredefinedModeRow>& predefined_mode_rows() {
  using Row = PredefinedModeRow;
  static const io::RowTable<Row> table{
      "predefined modes",
      {{kId, [](const Row& row) { return row.mode.id; }},
       {kName, [](const Row& row) { return row.mode.name; }},
       {kMode, &Row::text},
       {kCores, [](const Row& row) { return row.mode.mode.cores; }},
       {kCpu, [](const Row& row) { return row.mode.mode.cpu_khz; }},
       {kGpu, [](const Row& row) { return row.mode.mode.gpu_hz; }},
       {kEmc, [](const Row& row) { return row.mode.mode.emc_hz; }},
       {{"active", "1", 0, "1 = its limits are the ones in force"}, &Row::active},
       {{"saved", "1", 0, "1 = nvpmodel restores it at boot"}, &Row::saved},
       {{"reboot", "", 0, "yes = GPU power gating differs, switching needs a reboot"}, &Row::reboot},
       {{"rated_w", "W", 1, "the vendor's label, not an enforced limit"}, &Row::rated_w}}};
  return table;
}

const io::RowKind& knob_rows() {
  static const io::RowKind kind{"knobs",
                                {{"knob", "", 0, "cores, cpu, gpu, emc, cpuidle, fan, service or overcurrent"},
                                 {"object", "", 0, "what carries it: a cpufreq policy, a devfreq device"},
                                 {"cpus", "", 0, "cores behind it, as a kernel list"},
                                 {"unit", "", 0, "unit of the four numbers that follow"},
                                 {"asked", "", 0, "value last asked for with pmode"},
                                 {"min", "", 0, "lower limit in force"},
                                 {"max", "", 0, "upper limit in force"},
                                 {"current", "", 0, "value now"},
                                 {"governor", "", 0, "what chooses between the limits"},
                                 {"status", "", 0, "follows, deviates, or NA when nothing was asked"},
                                 {"mechanism", "", 0, "kernel interface that controls it"},
                                 io::kSource}};
  return kind;
}

const io::RowKind& board_rows() {
  static const io::RowKind kind{"board", {{"name", "", 0, "name of the fact"}, {"value", "", 0, "its value"}}};
  return kind;
}

const io::RowKind& watch_rows() {
  static const io::RowKind kind{"watch",
                                {io::kTime,
                                 io::kMono,
                                 {"knob", "", 0, "cores, cpu, gpu, emc, cpuidle or fan"},
                                 {"object", "", 0, "what carries it"},
                                 {"cpus", "", 0, "cores behind it"},
                                 {"unit", "", 0, "unit of the four numbers that follow"},
                                 {"asked", "", 0, "value asked for"},
                                 {"min", "", 0, "lower limit in force"},
                                 {"max", "", 0, "upper limit in force"},
                                 {"current", "", 0, "value now"},
                                 {"status", "", 0, "deviates, or follows again"},
                                 {"problem", "", 0, "what is wrong, in words"},
                                 io::kSource}};
  return kind;
}

const io::RowKind& switch_rows() {
  static const io::RowKind kind{
      "switch cost",
      {{"try", "1", 0, "number of the switch, from 0"},
       {"mode", "", 0, "mode that it switched to"},
       {"knob", "", 0, "cores, cpu, gpu, emc, or all for the whole switch"},
       {"object", "", 0, "what carries it; NA for all"},
       {"settle_ms", "ms", 3, "start of the switch until this knob was read back as asked; NA = it never was"},
       {"written_ms", "ms", 3, "until the last write to this knob was done; NA = none was needed"},
       io::kSource}};
  return kind;
}

const io::RowKind& axis_rows() {
  static const io::RowKind kind{
      "axes",
      {{"knob", "", 0, "cores, cpu, gpu or emc"},
       {"unit", "", 0, "unit of the value"},
       {"value", "", 0, "one value that the knob can take; NA when this machine lacks the knob"}}};
  return kind;
}

}  // namespace wattline::pmode
