// SPDX-License-Identifier: Apache-2.0
// Rows of meters: power, marks, load.
#include "io/rows.hpp"

#include "io/row_columns.hpp"

namespace wattline::io {

const RowKind& power_rows() {
  static const RowKind kind{
      "power",
      {kTime,
       kMono,
       {"rail", "", 0, "name of the rail, or TOTAL for the board's total"},
       {"scope", "", 0, "total; part (adds up to the total); nested (inside a part); outside (beyond the total)"},
       {"voltage_v", "V", 3, "bus voltage"},
       {"current_a", "A", 4, "current"},
       {"power_w", "W", 4, "voltage times current, or the sensor's own power register"},
       {"stale", "1", 0, "1 = the sensor repeated its last conversion"},
       kSource}};
  return kind;
}

const RowKind& mark_rows() {
  static const RowKind kind{
      "marks",
      {kTime, kMono, {"label", "", 0, "text of the mark"}, {"origin", "", 0, "signal, fifo or gpio"}, kSource}};
  return kind;
}

const RowKind& power_summary_rows() {
  static const RowKind kind{"power summary",
                            {{"rail", "", 0, "name of the rail, or TOTAL"},
                             {"scope", "", 0, "total, part, nested or outside"},
                             {"duration_s", "s", 6, "time from the first to the last reading"},
                             {"samples", "1", 0, "readings used"},
                             {"missed", "1", 0, "ticks that passed without a reading"},
                             {"stale", "1", 0, "readings that repeated the sensor's last conversion"},
                             {"min_w", "W", 4, "smallest reading"},
                             {"mean_w", "W", 4, "energy divided by duration"},
                             {"max_w", "W", 4, "largest reading"},
                             {"energy_j", "J", 6, "trapezoidal integral of the readings"},
                             {"energy_err_j", "J", 6, "bound of its error: quantisation, sampling, sensor offset"},
                             {"window_s", "s", 6, "time that one reading of the sensor averages over"},
                             {"idle_w", "W", 4, "mean power of the idle baseline (--idle)"},
                             {"net_energy_j", "J", 6, "energy_j less the idle baseline over the same time"},
                             {"late_p50_s", "s", 6, "median delay of ticks after they were due"},
                             {"late_p99_s", "s", 6, "99th percentile of that delay"},
                             {"sweep_p50_s", "s", 6, "median time to read all rails"},
                             {"sweep_p99_s", "s", 6, "99th percentile of that time"},
                             {"cpu_pct", "%", 3, "share of one core that the logger itself used"},
                             kSource}};
  return kind;
}

const RowKind& rail_rows() {
  static const RowKind kind{"rails",
                            {{"rail", "", 0, "name of the rail"},
                             {"path", "", 0, "where its attributes are"},
                             {"scope", "", 0, "part, nested or outside"},
                             {"parent", "", 0, "the rail that a nested one lies in"},
                             {"driver", "", 0, "how it is read"},
                             {"shunt_ohm", "ohm", 6, "shunt resistor"},
                             {"resolution_w", "W", 6, "smallest step of power at the present voltage"},
                             {"averaging", "1", 0, "conversions that the chip averages"},
                             {"window_s", "s", 6, "time that one reading averages over"},
                             {"readable", "1", 0, "1 = a reading succeeded just now"},
                             {"verified", "", 0, "where this driver's code has run: device, driver or tree"},
                             kSource}};
  return kind;
}

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
