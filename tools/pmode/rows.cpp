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

std::string or_na(const std::string& text) {
  return text.empty() ? "NA" : text;
}

const char* status_of(const KnobRow& row) {
  return !row.knob.problem.empty() ? "deviates" : row.knob.verified ? "follows" : "NA";
}

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

const io::RowTable<KnobRow>& knob_rows() {
  using Row = KnobRow;
  static const io::RowTable<Row> table{
      "knobs",
      {{{"knob", "", 0, "cores, cpu, gpu, emc, cpuidle, fan, service or overcurrent"},
        [](const Row& row) { return row.knob.knob; }},
       {{"object", "", 0, "what carries it: a cpufreq policy, a devfreq device"},
        [](const Row& row) { return row.knob.object; }},
       {{"cpus", "", 0, "cores behind it, as a kernel list"}, [](const Row& row) { return or_na(row.knob.cpus); }},
       {{"unit", "", 0, "unit of the four numbers that follow"}, [](const Row& row) { return row.knob.unit; }},
       {{"asked", "", 0, "value last asked for with pmode"}, [](const Row& row) { return row.knob.asked; }},
       {{"min", "", 0, "lower limit in force"}, [](const Row& row) { return row.knob.min; }},
       {{"max", "", 0, "upper limit in force"}, [](const Row& row) { return row.knob.max; }},
       {{"current", "", 0, "value now"}, [](const Row& row) { return row.knob.current; }},
       {{"governor", "", 0, "what chooses between the limits"},
        [](const Row& row) { return or_na(row.knob.governor); }},
       {{"status", "", 0, "follows, deviates, or NA when nothing was asked"}, status_of},
       {{"mechanism", "", 0, "kernel interface that controls it"},
        [](const Row& row) { return or_na(row.knob.mechanism); }},
       {io::kSource, &Row::source}}};
  return table;
}

const io::RowKind& board_rows() {
  static const io::RowKind kind{"board", {{"name", "", 0, "name of the fact"}, {"value", "", 0, "its value"}}};
  return kind;
}

const io::RowTable<WatchRow>& watch_rows() {
  using Row = WatchRow;
  static const io::RowTable<Row> table{
      "watch",
      {{io::kTime, &Row::time},
       {io::kMono, &Row::mono},
       {{"knob", "", 0, "cores, cpu, gpu, emc, cpuidle or fan"}, [](const Row& row) { return row.knob.knob; }},
       {{"object", "", 0, "what carries it"}, [](const Row& row) { return row.knob.object; }},
       {{"cpus", "", 0, "cores behind it"}, [](const Row& row) { return or_na(row.knob.cpus); }},
       {{"unit", "", 0, "unit of the four numbers that follow"}, [](const Row& row) { return row.knob.unit; }},
       {{"asked", "", 0, "value asked for"}, [](const Row& row) { return row.knob.asked; }},
       {{"min", "", 0, "lower limit in force"}, [](const Row& row) { return row.knob.min; }},
       {{"max", "", 0, "upper limit in force"}, [](const Row& row) { return row.knob.max; }},
       {{"current", "", 0, "value now"}, [](const Row& row) { return row.knob.current; }},
       {{"status", "", 0, "deviates, or follows again"},
        [](const Row& row) { return row.knob.problem.empty() ? "follows" : "deviates"; }},
       {{"problem", "", 0, "what is wrong, in words"}, [](const Row& row) { return or_na(row.knob.problem); }},
       {io::kSource, &Row::source}}};
  return table;
}

const io::RowTable<SwitchRow>& switch_rows() {
  using Row = SwitchRow;
  static const io::RowTable<Row> table{
      "switch cost",
      {{{"try", "1", 0, "number of the switch, from 0"}, &Row::number},
       {{"mode", "", 0, "mode that it switched to"}, &Row::mode},
       {{"knob", "", 0, "cores, cpu, gpu, emc, or all for the whole switch"}, &Row::knob},
       {{"object", "", 0, "what carries it; NA for all"}, &Row::object},
       {{"settle_ms", "ms", 3, "start of the switch until this knob was read back as asked; NA = it never was"},
        &Row::settle_ms},
       {{"written_ms", "ms", 3, "until the last write to this knob was done; NA = none was needed"}, &Row::written_ms},
       {io::kSource, &Row::source}}};
  return table;
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
