// SPDX-License-Identifier: Apache-2.0
// Files of a Jetson as plain ones. The current clock is a link to the lower limit, so that a pinned clock "follows".
#pragma once
#include <string>
#include <vector>

#include "base/parse.hpp"
#include "sysfs_tree.hpp"

namespace wattline::test {

inline const std::string kCpu = "/sys/devices/system/cpu";
inline const std::string kGpu = "/sys/class/devfreq/17000000.gpu";
inline const std::string kBpmp = "/sys/kernel/debug/bpmp/debug";

class JetsonTree : public SysfsTree {
 public:
  JetsonTree& compatible(const std::string& entry) {
    raw_file("/sys/firmware/devicetree/base/compatible", entry + '\0');
    return *this;
  }
  JetsonTree& cluster(const std::vector<int>& cpus, const std::string& table) {
    const std::string policy = kCpu + "/cpufreq/policy" + std::to_string(cpus.front());
    const auto entries = split_blanks(table);
    std::string list;
    for (const int cpu : cpus) {
      list += std::to_string(cpu) + " ";
      const std::string core = kCpu + "/cpu" + std::to_string(cpu);
      if (cpu != 0) file(core + "/online", "1");
      file(core + "/cpuidle/state1/disable", "0");
      folder(policy).link(core + "/cpufreq", policy);
      cpus_.push_back(cpu);
    }
    file(policy + "/related_cpus", list).file(policy + "/scaling_available_frequencies", table + " ");
    file(policy + "/scaling_min_freq", std::string(entries.front()));
    file(policy + "/scaling_max_freq", std::string(entries.back()));
    file(policy + "/scaling_governor", "schedutil");
    link(policy + "/scaling_cur_freq", policy + "/scaling_min_freq");
    file(kCpu + "/present", format_cpu_list(cpus_));
    return *this;
  }
  JetsonTree& gpu(const std::string& node, const std::string& table) {
    const auto entries = split_blanks(table);
    raw_file(kGpu + "/device/of_node/name", node + '\0').file(kGpu + "/available_frequencies", table);
    file(kGpu + "/min_freq", std::string(entries.front())).file(kGpu + "/max_freq", std::string(entries.back()));
    file(kGpu + "/governor", "nvhost_podgov").file(kGpu + "/device/power/control", "auto");
    link(kGpu + "/cur_freq", kGpu + "/min_freq");
    return *this;
  }
  // r32 to r35: cap file and the firmware's lock. r36: another cap file, and a bandwidth manager to halt.
  JetsonTree& emc_iso(const std::string& max_rate) {
    file("/sys/kernel/nvpmodel_emc_cap/emc_iso_cap", "0");
    return bpmp(max_rate);
  }
  JetsonTree& emc_clk(const std::string& max_rate) {
    file("/sys/kernel/nvpmodel_clk_cap/emc", max_rate).file(kBpmp + "/bwmgr/bwmgr_halt", "0");
    return bpmp(max_rate);
  }

 private:
  JetsonTree& bpmp(const std::string& max_rate) {
    file(kBpmp + "/clk/emc/mrq_rate_locked", "0").file(kBpmp + "/clk/emc/rate", "204000000");
    file(kBpmp + "/clk/emc/max_rate", max_rate).file(kBpmp + "/clk/emc/state", "1");
    return *this;
  }
  std::vector<int> cpus_;
};

// A table from first to last in equal steps, then `top`.
inline std::string steps(long first, long last, long step, const std::string& top = "") {
  std::string table;
  for (long value = first; value <= last; value += step) table += std::to_string(value) + " ";
  return top.empty() ? table.substr(0, table.size() - 1) : table + top;
}

inline void make_agx_xavier(JetsonTree& tree) {
  tree.compatible("nvidia,p2972-0000")
      .raw_file("/sys/firmware/devicetree/base/model", std::string("Jetson-AGX") + '\0');
  for (const int first : {0, 2, 4, 6}) tree.cluster({first, first + 1}, steps(115200, 2265600, 76800));
  tree.gpu("gv11b",
           "114750000 216750000 318750000 420750000 522750000 624750000 675750000 828750000 905250000 1032750000 "
           "1198500000 1236750000 1338750000 1377000000");
  tree.emc_iso("2133000000");
}

inline void make_agx_orin(JetsonTree& tree, bool r36 = false) {
  tree.compatible("nvidia,p3737-0000+p3701-0005");
  for (const int first : {0, 4, 8}) {
    tree.cluster({first, first + 1, first + 2, first + 3}, steps(115200, 2188800, 76800, "2201600"));
  }
  tree.gpu(r36 ? "gpu" : "ga10b", steps(306000000, 1224000000, 102000000, "1300500000"));
  r36 ? tree.emc_clk("3199000000") : tree.emc_iso("3199000000");
}

}  // namespace wattline::test
