// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "jetsim/files/system_files.hpp"

namespace wattline::jetsim {

namespace {

constexpr double kTicksPerSecond = 100;

// cpuN user nice system idle iowait irq softirq steal guest guest_nice; offline cores have no line.
std::string stat_line(const std::string& name, double busy_s, double idle_s) {
  constexpr double kSystemShare = 0.12;
  const auto ticks = [](double seconds) { return static_cast<long long>(seconds * kTicksPerSecond); };
  return fmt::format("{} {} 0 {} {} 0 0 0 0 0 0\n", name, ticks(busy_s * (1 - kSystemShare)),
                     ticks(busy_s * kSystemShare), ticks(idle_s));
}

std::string stat_text(const EmulatedMachine& machine) {
  double busy = 0, idle = 0;
  std::string cores;
  for (int core = 0; core < machine.board.cores(); ++core) {
    busy += machine.busy_s(core);
    idle += machine.idle_s(core);
    if (machine.cpu.online(core))
      cores += stat_line("cpu" + std::to_string(core), machine.busy_s(core), machine.idle_s(core));
  }
  const double up = to_seconds(machine.now_ns() - machine.ledger.start_ns());
  return stat_line("cpu ", busy, idle) + cores +
         fmt::format("intr {0}\nctxt {1}\nbtime 1700000000\nprocesses {2}\nprocs_running 1\nprocs_blocked 0\n",
                     static_cast<long long>(up * 900), static_cast<long long>(up * 2500),
                     1500 + static_cast<long long>(up / 4));
}

// A working set that grows with the load; the page cache holds half of what is left.
std::string meminfo_text(const EmulatedMachine& machine) {
  const auto total = static_cast<long long>(machine.board.file.number_or("memory_kb", 8e6));
  const Activity activity = machine.load.now();
  const auto used = static_cast<long long>(static_cast<double>(total) * (0.08 + 0.25 * activity.gpu));
  const long long cached = (total - used) / 2;
  return fmt::format(
      "MemTotal:       {} kB\nMemFree:        {} kB\nMemAvailable:   {} kB\nBuffers:        {} kB\nCached:         {} "
      "kB\n"
      "SwapCached:     0 kB\nSwapTotal:      {} kB\nSwapFree:       {} kB\nDirty:          0 kB\nWriteback:      0 "
      "kB\n",
      total, total - used - cached, total - used, cached / 20, cached, total / 2, total / 2);
}

// arch/x86/kernel/cpu/proc.c
std::string pc_core_text(const EmulatedMachine& machine, int core) {
  const CorePart& part = machine.board.part_of(core);
  return fmt::format("processor\t: {}\nvendor_id\t: {}\ncpu family\t: 6\nmodel\t\t: {}\nmodel name\t: {}\n\n", core,
                     part.implementer, part.part, machine.board.file.text("cpu.model"));
}

// As NVIDIA's kernels print it (arch/arm64/kernel/cpuinfo.c): online cores only.
std::string cpuinfo_text(const EmulatedMachine& machine) {
  std::string text;
  for (int core = 0; core < machine.board.cores(); ++core) {
    if (!machine.cpu.online(core)) continue;
    if (!machine.board.is_jetson()) {
      text += pc_core_text(machine, core);
      continue;
    }
    const CorePart& part = machine.board.part_of(core);
    text += fmt::format(
        "processor\t: {}\nmodel name\t: ARMv8 Processor rev 1 (v8l)\nBogoMIPS\t: 62.50\nFeatures\t: fp asimd\n"
        "CPU implementer\t: {}\nCPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: {}\nCPU revision\t: 1\n\n",
        core, part.implementer, part.part);
  }
  return text;
}

std::string pressure_text(double busy_share) {
  const double stalled = std::max(busy_share - 0.8, 0.0) * 100;
  return fmt::format(
      "some avg10={0:.2f} avg60={0:.2f} avg300={0:.2f} total=0\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n",
      stalled);
}

double busy_share(const EmulatedMachine& machine) {
  return std::min(machine.load.now().cpu / std::max(machine.cpu.online_count(), 1), 1.0);
}

}  // namespace

void add_proc_files(Tree& tree, EmulatedMachine& machine) {
  const auto file = [&](const char* path, std::string (*text)(const EmulatedMachine&)) {
    tree.attribute(path, [&machine, text](std::string& out) {
      out = text(machine);
      return 0;
    });
  };
  file("/proc/stat", stat_text);
  file("/proc/meminfo", meminfo_text);
  file("/proc/cpuinfo", cpuinfo_text);
  file("/proc/loadavg",
       [](const EmulatedMachine& m) { return fmt::format("{0:.2f} {0:.2f} {0:.2f} 1/400 2000\n", m.load.now().cpu); });
  file("/proc/uptime", [](const EmulatedMachine& m) {
    return fmt::format("{0:.2f} {0:.2f}\n", to_seconds(m.now_ns() - m.ledger.start_ns()));
  });
  file("/proc/vmstat", [](const EmulatedMachine& m) {
    const auto up = static_cast<long long>(to_seconds(m.now_ns() - m.ledger.start_ns()));
    return fmt::format(
        "nr_free_pages 1000000\npgpgin {}\npgpgout {}\npgfault {}\npgmajfault 100\npswpin 0\npswpout 0\n", up * 40,
        up * 12, up * 300);
  });
  file("/proc/diskstats", [](const EmulatedMachine& m) {
    const auto up = static_cast<long long>(to_seconds(m.now_ns() - m.ledger.start_ns()));
    return fmt::format(" 259       0 nvme0n1 {0} 0 {1} {0} {0} 0 {1} {0} 0 {0} {1}\n", up * 3, up * 96) +
           m.disks.diskstats_text();
  });
  file("/proc/pressure/cpu", [](const EmulatedMachine& m) { return pressure_text(busy_share(m)); });
  file("/proc/pressure/memory", [](const EmulatedMachine&) { return pressure_text(0); });
  file("/proc/pressure/io", [](const EmulatedMachine&) { return pressure_text(0); });
}

}  // namespace wattline::jetsim
