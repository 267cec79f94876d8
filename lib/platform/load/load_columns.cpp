// SPDX-License-Identifier: Apache-2.0
#include "platform/load/load_columns.hpp"

#include <cmath>

namespace wattline::platform {

const std::vector<LoadColumn>& load_columns() {
  static const std::vector<LoadColumn> columns{
      {{"cpu_pct", "%", 1, "use of all online cores since the last row"}, &LoadRow::cpu_pct},
      {{"cpu_khz", "kHz", 0, "mean clock of the online cores"}, &LoadRow::cpu_khz},
      {{"cpus_online", "1", 0, "number of online cores"}, &LoadRow::cpus_online},
      {{"gpu_pct", "%", 1, "use of the GPU"}, &LoadRow::gpu_pct},
      {{"gpu_hz", "Hz", 0, "GPU clock"}, &LoadRow::gpu_hz},
      {{"emc_pct", "%", 1, "use of the memory controller at its present clock"}, &LoadRow::emc_pct},
      {{"emc_hz", "Hz", 0, "memory controller's clock"}, &LoadRow::emc_hz},
      {{"ram_used_b", "B", 0, "memory that is not available to new programs"}, &LoadRow::ram_used_b},
      {{"ram_total_b", "B", 0, "size of the memory"}, &LoadRow::ram_total_b},
      {{"swap_used_b", "B", 0, "swap in use"}, &LoadRow::swap_used_b},
      {{"temp_max_c", "C", 1, "hottest thermal zone"}, &LoadRow::temp_max_c},
      {{"fan_pct", "%", 1, "duty cycle of the fan's drive"}, &LoadRow::fan_pct},
      {{"fan_rpm", "1/min", 0, "fan speed"}, &LoadRow::fan_rpm},
      {{"oc_events", "1", 0, "over-current throttle events since boot, all causes"}, &LoadRow::oc_events},
      {{"uv_events", "1", 0, "under-voltage alarm (Raspberry Pi): 1 while it lasts"}, &LoadRow::uv_events},
      {{"psi_cpu_pct", "%", 2, "share of time in which at least one task waited for a core"}, &LoadRow::psi_cpu_pct},
      {{"psi_mem_pct", "%", 2, "share of time in which at least one task waited for memory"}, &LoadRow::psi_mem_pct},
      {{"psi_mem_full_pct", "%", 2, "share of time in which all tasks waited for memory"}, &LoadRow::psi_mem_full_pct},
      {{"psi_io_pct", "%", 2, "share of time in which at least one task waited for I/O"}, &LoadRow::psi_io_pct},
      {{"psi_io_full_pct", "%", 2, "share of time in which all tasks waited for I/O"}, &LoadRow::psi_io_full_pct},
      {{"read_per_s", "1/s", 2, "reads that the disk completed per second"}, &LoadRow::read_per_s},
      {{"write_per_s", "1/s", 2, "writes that the disk completed per second"}, &LoadRow::write_per_s},
      {{"read_b_per_s", "B/s", 0, "bytes read from the disk per second"}, &LoadRow::read_b_per_s},
      {{"write_b_per_s", "B/s", 0, "bytes written to the disk per second"}, &LoadRow::write_b_per_s},
      {{"read_await_ms", "ms", 3, "mean time of a read, including its time in the queue"}, &LoadRow::read_await_ms},
      {{"write_await_ms", "ms", 3, "mean time of a write, including its time in the queue"}, &LoadRow::write_await_ms},
      {{"queue", "1", 3, "mean number of requests in flight"}, &LoadRow::queue},
      {{"util_pct", "%", 2, "share of time in which the disk had work"}, &LoadRow::util_pct},
      {{"proc_read_b", "B", 0, "bytes that the watched process or command has read from disks so far"},
       &LoadRow::proc_read_b},
      {{"proc_cpu_pct", "%", 1, "use of all online cores by the watched process or command and its children"},
       &LoadRow::proc_cpu_pct}};
  return columns;
}

void clear_numbers(LoadRow& row) {
  for (const LoadColumn& column : load_columns()) row.*column.value = NAN;
  row.broken.clear();
}

}  // namespace wattline::platform
