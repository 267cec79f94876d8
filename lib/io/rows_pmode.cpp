// SPDX-License-Identifier: Apache-2.0
// Rows of setting power modes, and of profiling them.
#include "io/row_columns.hpp"
#include "io/rows.hpp"

namespace wattline::io {

namespace {

std::vector<Column> mode_columns() {
  return {{"id", "", 0, "number of the mode; NA when it has none"},
          {"name", "", 0, "the vendor's name, or NA"},
          {"mode", "", 0, "CORES/CPU/GPU/EMC, accepted by every tool"},
          {"cores", "1", 0, "online cores"},
          {"cpu_khz", "kHz", 0, "CPU clock"},
          {"gpu_hz", "Hz", 0, "GPU clock"},
          {"emc_hz", "Hz", 0, "memory clock"}};
}

}  // namespace

const RowKind& mode_rows() {
  static const RowKind kind{"modes", mode_columns()};
  return kind;
}

const RowKind& predefined_mode_rows() {
  static const RowKind kind = [] {
    RowKind predefined{"predefined modes", mode_columns()};
    const std::vector<Column> more{{"active", "1", 0, "1 = its limits are the ones in force"},
                                   {"saved", "1", 0, "1 = nvpmodel brings it back at boot"},
                                   {"reboot", "", 0, "yes = GPU power gating differs, switching needs a reboot"},
                                   {"rated_w", "W", 1, "the vendor's label, not an enforced limit"}};
    predefined.columns.insert(predefined.columns.end(), more.begin(), more.end());
    return predefined;
  }();
  return kind;
}

const RowKind& knob_rows() {
  static const RowKind kind{"knobs",
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
                             kSource}};
  return kind;
}

const RowKind& board_rows() {
  static const RowKind kind{"board", {{"name", "", 0, "name of the fact"}, {"value", "", 0, "its value"}}};
  return kind;
}

const RowKind& watch_rows() {
  static const RowKind kind{"watch",
                            {kTime,
                             kMono,
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
                             kSource}};
  return kind;
}

const RowKind& switch_rows() {
  static const RowKind kind{
      "switch cost",
      {{"try", "1", 0, "number of the switch, from 0"},
       {"mode", "", 0, "mode that it switched to"},
       {"knob", "", 0, "cores, cpu, gpu, emc, or all for the whole switch"},
       {"object", "", 0, "what carries it; NA of all"},
       {"settle_ms", "ms", 3, "start of the switch until this knob was read back as asked; NA = it never was"},
       {"written_ms", "ms", 3, "until the last write to this knob was done; NA = none was needed"},
       kSource}};
  return kind;
}

const RowKind& axis_rows() {
  static const RowKind kind{
      "axes",
      {{"knob", "", 0, "cores, cpu, gpu or emc"},
       {"unit", "", 0, "unit of the value"},
       {"value", "", 0, "one value that the knob can take; NA when this machine lacks the knob"}}};
  return kind;
}

const RowKind& saved_state_rows() {
  static const RowKind kind{
      "saved state", {{"path", "", 0, "kernel attribute"}, {"value", "", 0, "its text; NA where the kernel hid it"}}};
  return kind;
}

}  // namespace wattline::io
