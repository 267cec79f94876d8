// SPDX-License-Identifier: Apache-2.0
// The load of a machine: one row of quantities per tick. A quantity that the machine does not have, or that may not be
// read, is NaN.
#pragma once
#include <cmath>
#include <string>
#include <vector>

namespace wattline::platform {

struct LoadRow {
  double cpu_pct = NAN, cpu_khz = NAN, cpus_online = NAN;
  double gpu_pct = NAN, gpu_hz = NAN, emc_pct = NAN, emc_hz = NAN;
  double ram_used_b = NAN, ram_total_b = NAN, swap_used_b = NAN;
  double temp_max_c = NAN, fan_pct = NAN, fan_rpm = NAN, oc_events = NAN, uv_events = NAN;
  double psi_cpu_pct = NAN, psi_mem_pct = NAN, psi_mem_full_pct = NAN, psi_io_pct = NAN, psi_io_full_pct = NAN;
  double read_per_s = NAN, write_per_s = NAN, read_b_per_s = NAN, write_b_per_s = NAN;
  double read_await_ms = NAN, write_await_ms = NAN, queue = NAN, util_pct = NAN, proc_read_b = NAN;
  double proc_cpu_pct = NAN;
  std::string zone_temps;        // "CPU-therm=45.1,GPU-therm=44.0"
  std::vector<double> core_pct;  // by core number; NaN = off
  std::vector<double> core_khz;
  std::vector<std::string> broken;  // files of counters that went back or jumped since the row before
};

}  // namespace wattline::platform
