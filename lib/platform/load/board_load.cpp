// SPDX-License-Identifier: Apache-2.0
#include "platform/load/board_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/parse.hpp"
#include "io/unread.hpp"
#include "platform/load/incidents.hpp"
#include "platform/mode/emc.hpp"
#include "platform/mode/gpu.hpp"

namespace wattline::platform {

namespace {

// Where the memory controller's activity is, by release: r34 on, r32, and the firmware's own.
constexpr const char* kEmcActivity[] = {"/sys/kernel/debug/cactmon/mc_all", "/sys/kernel/actmon_avg_activity/mc_all",
                                        "/sys/kernel/debug/bpmp/debug/actmon/mc_all_avg_activity"};
constexpr double kFullPwm = 255, kFullGpuLoad = 1000, kKhz = 1e3, kKib = 1024;
constexpr double kMicrosecondsToPct = 1e-6 * 100;  // of stall per second

void add(std::vector<io::Attribute>& attributes, const fs::path& path) {
  io::Attribute attribute(path);
  if (attribute.error() == 0)
    attributes.push_back(std::move(attribute));
  else
    io::note_unread(path, attribute.error());
}

double value_of(io::Attribute& attribute) {
  const auto value = attribute.read_int();
  if (!value) io::note_unread(attribute.path(), attribute.error());
  return value ? static_cast<double>(*value) : NAN;
}

double sum(std::vector<io::Attribute>& attributes) {
  double total = attributes.empty() ? NAN : 0;
  for (io::Attribute& attribute : attributes) total += value_of(attribute);
  return total;
}

double first(std::vector<io::Attribute>& attributes) {
  for (io::Attribute& attribute : attributes) {
    const double value = value_of(attribute);
    if (std::isfinite(value)) return value;
  }
  return NAN;
}

// The value after "NAME:" in /proc/meminfo, in bytes.
double meminfo_bytes(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    std::string_view line = io::take_line(text);
    if (io::take_word(line) != name) continue;
    const auto kib = to_int64(io::take_word(line));
    return kib ? static_cast<double>(*kib) * kKib : NAN;
  }
  return NAN;
}

}  // namespace

BoardLoad::BoardLoad(const io::Root& root, const Board& board)
    : zones_(thermal_zones(root)),
      meminfo_(root.path("/proc/meminfo")),
      cpu_(root.path("/proc/pressure/cpu")),
      memory_(root.path("/proc/pressure/memory")),
      io_(root.path("/proc/pressure/io")) {
  find_engines(root, board);
  find_hwmon(root);
  for (const std::string& counter : over_current_counters(root)) add(over_current_, root.path(counter));
}

void BoardLoad::find_engines(const io::Root& root, const Board& board) {
  if (const auto gpu = find_gpu(root)) {
    add(gpu_load_, root.path(gpu->device_file("load")));
    add(gpu_clock_, root.path(gpu->file("cur_freq")));
  }
  const Emc emc = find_emc(root, board);
  if (!emc.rate_file.empty()) add(emc_clock_, root.path(emc.rate_file));
  for (const char* path : kEmcActivity) add(emc_activity_, root.path(path));
  add(fan_pwm_, root.path("/sys/devices/pwm-fan/cur_pwm"));  // r32
  add(fan_rpm_, root.path("/sys/devices/pwm-fan/rpm_measured"));
}

void BoardLoad::find_hwmon(const io::Root& root) {
  under_voltage_ = under_voltage_alarms(root);
  const auto hwmon = root.path("/sys/class/hwmon");
  for (const std::string& chip : io::list_directory(hwmon)) {
    for (const std::string& file : io::list_directory(hwmon / chip)) {
      const auto path = hwmon / chip / file;
      if (file == "pwm1") add(fan_pwm_, path);
      if (file == "fan1_input" || file == "rpm") add(fan_rpm_, path);
    }
  }
}

void BoardLoad::read_engines(LoadRow& row) {
  row.gpu_pct = first(gpu_load_) / kFullGpuLoad * 100;
  row.gpu_hz = first(gpu_clock_);
  row.emc_hz = first(emc_clock_);
  row.emc_pct = 100 * first(emc_activity_) * kKhz / row.emc_hz;
  row.fan_pct = first(fan_pwm_) / kFullPwm * 100;
  row.fan_rpm = first(fan_rpm_);
  row.oc_events = sum(over_current_);
  row.uv_events = sum(under_voltage_);
}

void BoardLoad::read_memory(LoadRow& row) {
  const auto text = meminfo_.read();
  if (!text) return;
  row.ram_total_b = meminfo_bytes(*text, "MemTotal:");
  row.ram_used_b = row.ram_total_b - meminfo_bytes(*text, "MemAvailable:");
  row.swap_used_b = meminfo_bytes(*text, "SwapTotal:") - meminfo_bytes(*text, "SwapFree:");
}

void BoardLoad::read_zones(LoadRow& row) {
  row.zone_temps.clear();
  for (ThermalZone& zone : zones_) {
    const auto celsius = zone.read_c();
    if (!celsius) continue;
    char text[32];
    std::snprintf(text, sizeof text, "=%.1f", *celsius);
    if (!row.zone_temps.empty()) row.zone_temps += ',';
    row.zone_temps.append(zone.name).append(text);
    if (!zone.constant) row.temp_max_c = std::fmax(row.temp_max_c, *celsius);
  }
}

// "some avg10=0.00 avg60=0.00 avg300=0.00 total=12345" (Documentation/accounting/psi.rst); total in microseconds.
void BoardLoad::read_pressure(Pressure& pressure, std::int64_t mono_ns, LoadRow& row, double& some_pct,
                              double& full_pct) {
  auto text = pressure.file.read();
  while (text && !text->empty()) {
    std::string_view line = io::take_line(*text);
    const std::string_view kind = io::take_word(line);
    const std::size_t total = line.find("total=");
    if (total == std::string_view::npos) continue;
    const auto microseconds = to_int64(trim(line.substr(total + 6)));
    if (!microseconds) continue;
    Rate& rate = kind == "full" ? pressure.full : pressure.some;
    const double stall_pct = rate.update(static_cast<double>(*microseconds), mono_ns) * kMicrosecondsToPct;
    (kind == "full" ? full_pct : some_pct) = std::min(stall_pct, 100.0);
    if (rate.is_broken()) row.broken.push_back(pressure.path);
  }
}

void BoardLoad::read(LoadRow& row, std::int64_t mono_ns) {
  read_engines(row);
  read_memory(row);
  read_zones(row);
  double unused = NAN;  // every task waiting for the CPU at once means nothing
  read_pressure(cpu_, mono_ns, row, row.psi_cpu_pct, unused);
  read_pressure(memory_, mono_ns, row, row.psi_mem_pct, row.psi_mem_full_pct);
  read_pressure(io_, mono_ns, row, row.psi_io_pct, row.psi_io_full_pct);
}

}  // namespace wattline::platform
