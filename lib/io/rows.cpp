// SPDX-License-Identifier: Apache-2.0
// Rows of loads and energies.
#include "io/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::io {

const RowKind& calibration_rows() {
  static const RowKind kind{"calibration",
                            {{"rail", "", 0, "name of the rail"},
                             {"gain", "1", 6, "meter power = gain x rail power + offset"},
                             {"offset_w", "W", 6, "its constant part"},
                             {"residual_sd_w", "W", 6, "standard deviation of what the fit leaves"},
                             {"samples", "1", 0, "stretches of time fitted"},
                             kSource}};
  return kind;
}

const RowKind& load_rows() {
  static const RowKind kind{"load",
                            {kTime,
                             kMono,
                             {"cpu_pct", "%", 1, "use of all online cores since the last row"},
                             {"cpu_khz", "kHz", 0, "mean clock of the online cores"},
                             {"cpus_online", "1", 0, "cores that are on"},
                             {"gpu_pct", "%", 1, "GPU use"},
                             {"gpu_hz", "Hz", 0, "GPU clock"},
                             {"emc_pct", "%", 1, "use of the memory controller at its present clock"},
                             {"emc_hz", "Hz", 0, "memory controller's clock"},
                             {"ram_used_b", "B", 0, "memory that is not available to new programs"},
                             {"ram_total_b", "B", 0, "memory"},
                             {"swap_used_b", "B", 0, "swap in use"},
                             {"temp_max_c", "C", 1, "hottest thermal zone"},
                             {"fan_pct", "%", 1, "fan drive"},
                             {"fan_rpm", "1/min", 0, "fan speed"},
                             {"oc_events", "1", 0, "over-current throttle events since boot, all causes"},
                             {"uv_events", "1", 0, "under-voltage alarm (Raspberry Pi): 1 while it lasts"},
                             {"psi_cpu_pct", "%", 2, "share of time in which some task waited for a core"},
                             {"psi_mem_pct", "%", 2, "share of time in which some task waited for memory"},
                             {"psi_mem_full_pct", "%", 2, "share of time in which all of them did"},
                             {"psi_io_pct", "%", 2, "share of time in which some task waited for I/O"},
                             {"psi_io_full_pct", "%", 2, "share of time in which all of them did"},
                             {"read_per_s", "1/s", 2, "reads completed by the disk"},
                             {"write_per_s", "1/s", 2, "writes completed"},
                             {"read_b_per_s", "B/s", 0, "bytes read"},
                             {"write_b_per_s", "B/s", 0, "bytes written"},
                             {"read_await_ms", "ms", 3, "mean time of a read, waiting included"},
                             {"write_await_ms", "ms", 3, "mean time of a write, waiting included"},
                             {"queue", "1", 3, "mean number of requests in flight"},
                             {"util_pct", "%", 2, "share of time in which the disk had work"},
                             {"proc_read_b", "B", 0, "bytes that --pid or --cmd has read from disks so far"},
                             {"zone_temps", "", 0, "NAME=CELSIUS of each thermal zone"},
                             {"core_pct", "", 0, "use of each core in % by its number, - for a core that is off"},
                             {"core_khz", "", 0, "clock of each core in kHz by its number"},
                             kSource}};
  return kind;
}

const RowKind& load_summary_rows() {
  static const RowKind kind{"load summary",
                            {{"name", "", 0, "a column of the rows, or KNOB for a clock"},
                             {"clock_hz", "Hz", 0, "the clock, for a knob"},
                             {"samples", "1", 0, "values that were not missing"},
                             {"min", "", 3, "smallest value"},
                             {"mean", "", 3, "mean of the values"},
                             {"max", "", 3, "largest value"},
                             {"share_pct", "%", 3, "share of the time at this clock, as the kernel counts it"},
                             {"missed", "1", 0, "ticks that passed without a row"},
                             kSource}};
  return kind;
}

const std::vector<Column>& energy_columns() {
  static const std::vector<Column> columns{{"energy_j", "J", 6, "energy of the interval"},
                                           {"mean_power_w", "W", 4, "energy divided by the interval's length"},
                                           {"samples", "1", 0, "power readings inside the interval"},
                                           {"coverage_pct", "%", 2, "share of the interval that power readings cover"},
                                           {"energy_err_j", "J", 6, "bound of the energy's error"}};
  return columns;
}

}  // namespace wattline::io
