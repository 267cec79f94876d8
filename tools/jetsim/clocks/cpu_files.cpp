// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <numeric>

#include "base/parse.hpp"
#include "jetsim/clocks/cpu_complex.hpp"
#include "jetsim/fuse/sysfs_device.hpp"

namespace wattline::jetsim {

namespace {

const std::string kCpus = "/sys/devices/system/cpu/";

std::string blank_separated(const std::vector<std::int64_t>& values) {
  std::string text;
  for (const std::int64_t value : values) text += std::to_string(value) + " ";
  return text;
}

std::string blank_separated(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text += (text.empty() ? "" : " ") + std::to_string(value);
  return text;
}

// As "%*pb" prints it: hexadecimal digits in groups of 32 cores.
std::string cpu_mask(const std::vector<int>& cpus, int cores) {
  std::uint32_t mask = 0;
  for (const int cpu : cpus) mask |= 1U << cpu;
  return fmt::format("{:0{}x}", mask, (cores + 3) / 4);
}

}  // namespace

std::string CpuComplex::cpu_list(bool which) const {
  std::vector<int> cpus;
  for (int cpu = 0; cpu < board_.cores(); ++cpu) {
    if (online(cpu) == which) cpus.push_back(cpu);
  }
  return format_cpu_list(cpus) + "\n";
}

// A dead policy's files answer EBUSY on newer kernels; older ones go on showing the last values.
ReadText CpuComplex::shown(const Policy& policy, std::function<std::string(const Policy&)> text) const {
  return [this, &policy, text = std::move(text)](std::string& out) {
    if (rules_.dead_policy_busy && dead(policy)) return EBUSY;
    out = text(policy) + "\n";
    return 0;
  };
}

WriteText CpuComplex::guarded(Policy& policy, std::function<int(Policy&, std::string_view)> write) {
  return [this, &policy, write = std::move(write)](std::string_view text) {
    if (dead(policy)) return rules_.dead_policy_busy ? EBUSY : EINVAL;
    return write(policy, text);
  };
}

void CpuComplex::add_policy_files(Tree& tree, Policy& policy) {
  const std::string base = kCpus + "cpufreq/" + policy.name() + "/";
  const auto index = static_cast<std::size_t>(&policy - policies_.data());
  const auto constant = [&](const char* name, const std::string& text) {
    tree.attribute(base + name, shown(policy, [text](const Policy&) { return text; }));
  };
  const auto limit = [&](const char* name, std::int64_t (CpufreqLimits::*value)() const,
                         int (CpufreqLimits::*ask)(std::string_view)) {
    tree.attribute(
        base + name, shown(policy, [value](const Policy& p) { return std::to_string((p.limits.*value)()); }),
        guarded(policy, [this, ask](Policy& p, std::string_view text) { return write_limit(p, text, ask); }));
  };
  constant("scaling_available_frequencies", blank_separated(board_.cpu_khz));
  constant("scaling_available_governors", governors() + " ");
  constant("scaling_driver", board_.file.text("cpu.driver"));
  constant("cpuinfo_min_freq", std::to_string(board_.cpu_khz.front()));
  constant("cpuinfo_max_freq", std::to_string(board_.cpu_khz.back()));
  constant("cpuinfo_transition_latency", "300000");
  constant("related_cpus", blank_separated(policy.cpus));
  limit("scaling_min_freq", &CpufreqLimits::min_khz, &CpufreqLimits::ask_min);
  limit("scaling_max_freq", &CpufreqLimits::max_khz, &CpufreqLimits::ask_max);
  const auto clock = [this, index](const Policy&) { return std::to_string(clock_khz(index)); };
  tree.attribute(base + "scaling_cur_freq", shown(policy, clock));
  tree.attribute(base + "cpuinfo_cur_freq", shown(policy, clock)).mode = 0400;
  tree.attribute(base + "stats/time_in_state", [&policy](std::string& text) {
    text = policy.times.time_in_state();
    return 0;
  });
  tree.attribute(base + "stats/total_trans", integer([&policy] { return policy.times.changes(); }));
  tree.attribute(base + "stats/trans_table", [&policy](std::string& text) {
    text = policy.times.trans_table();
    return 0;
  });
  tree.attribute(base + "stats/reset", {}, [&policy](std::string_view) {
    policy.times.reset();
    return 0;
  });
  tree.attribute(base + "affected_cpus", shown(policy, [this](const Policy& p) {
                   std::vector<int> online_cpus;
                   for (const int cpu : p.cpus) {
                     if (online(cpu)) online_cpus.push_back(cpu);
                   }
                   return blank_separated(online_cpus);
                 }));
  tree.attribute(base + "scaling_governor", shown(policy, [](const Policy& p) { return p.governor; }),
                 guarded(policy, [this](Policy& p, std::string_view text) { return write_governor(p, text); }));
  tree.attribute(
      base + "scaling_setspeed",
      shown(policy, [clock](const Policy& p) { return p.governor == "userspace" ? clock(p) : "<unsupported>"; }),
      guarded(policy, [this](Policy& p, std::string_view text) { return write_setspeed(p, text); }));
}

void CpuComplex::add_core_files(Tree& tree, int cpu) {
  const std::string base = kCpus + "cpu" + std::to_string(cpu) + "/";
  tree.attribute(base + "online", integer([this, cpu] { return online(cpu) ? 1 : 0; }),
                 [this, cpu](std::string_view text) { return set_online(cpu, text); });
  Node& topology = tree.directory(base + "topology");
  topology.present = [this, cpu] { return online(cpu); };
  add_topology(tree, cpu, base + "topology/");
  const std::string node = "/sys/firmware/devicetree/base/cpus/cpu@" + std::to_string(cpu);
  add_node(tree, node, "cpu", "");
  add_device(tree, {kCpus + "cpu" + std::to_string(cpu), "bus/cpu", "", node});
  add_number(tree, base + "power/pm_qos_resume_latency_us", 0);
  idle_[static_cast<std::size_t>(cpu)].add_files(tree, base + "cpuidle");
}

// The cores of a cluster are those that share a clock.
void CpuComplex::add_topology(Tree& tree, int cpu, const std::string& base) {
  const auto group = [&](const std::string& name, const std::string& list, const std::vector<int>& cpus) {
    tree.constant(base + list, format_cpu_list(cpus));
    tree.constant(base + name, cpu_mask(cpus, board_.cores()));
  };
  std::vector<int> all(static_cast<std::size_t>(board_.cores()));
  std::iota(all.begin(), all.end(), 0);
  tree.constant(base + "core_id", std::to_string(cpu));
  tree.constant(base + "physical_package_id", "0");
  group("core_cpus", "core_cpus_list", {cpu});
  group("thread_siblings", "thread_siblings_list", {cpu});
  group("core_siblings", "core_siblings_list", all);
  group("package_cpus", "package_cpus_list", all);
  for (std::size_t i = 0; i < policies_.size(); ++i) {
    const std::vector<int>& cpus = policies_[i].cpus;
    if (std::find(cpus.begin(), cpus.end(), cpu) == cpus.end()) continue;
    group("cluster_cpus", "cluster_cpus_list", cpus);
    tree.constant(base + "cluster_id", std::to_string(i));
  }
}

// What the firmware measures, for root; the clusters of the TX2 have no such clocks.
void CpuComplex::add_measured_clocks(Tree& tree) {
  const std::vector<std::string> compatible = board_.file.all("compatible");
  const bool has_nafll = board_.file.text("emc.lock").compare(0, 4, "bpmp") == 0 &&
                         std::count(compatible.begin(), compatible.end(), "nvidia,tegra186") == 0;
  for (std::size_t i = 0; has_nafll && i < policies_.size(); ++i) {
    const std::string clock = "/sys/kernel/debug/bpmp/debug/clk/nafll_cluster" + std::to_string(i);
    const auto add = [&](const char* name, std::function<long long()> khz) {
      tree.attribute(clock + name, integer([khz] { return khz() * 1000; })).mode = 0400;
    };
    add("/rate", [this, i] { return clock_khz(i); });
    add("/pto_counter", [this, i] { return clock_khz(i) - clock_khz(i) / 1000; });
    add("/min_rate", [this] { return board_.cpu_khz.front(); });
    add("/max_rate", [this] { return board_.cpu_khz.back(); });
  }
}

// There while a policy uses this governor.
void CpuComplex::add_schedutil(Tree& tree) {
  add_number(tree, kCpus + "cpufreq/schedutil/rate_limit_us", 1000);
  tree.directory(kCpus + "cpufreq/schedutil").present = [this] {
    return std::any_of(policies_.begin(), policies_.end(), [](const Policy& p) { return p.governor == "schedutil"; });
  };
}

void CpuComplex::add_files(Tree& tree) {
  add_measured_clocks(tree);
  const std::string all = "0-" + std::to_string(board_.cores() - 1);
  tree.constant(kCpus + "possible", all);
  tree.constant(kCpus + "present", all);
  const auto list = [this](bool which) {
    return [this, which](std::string& text) {
      text = cpu_list(which);
      return 0;
    };
  };
  tree.attribute(kCpus + "online", list(true));
  tree.attribute(kCpus + "offline", list(false));
  for (int cpu = 0; cpu < board_.cores(); ++cpu) add_core_files(tree, cpu);
  add_schedutil(tree);
  add_idle_driver(tree, board_, rules_);
  for (Policy& policy : policies_) {
    add_policy_files(tree, policy);
    for (const int cpu : policy.cpus) {
      tree.link_to(kCpus + "cpu" + std::to_string(cpu) + "/cpufreq", kCpus + "cpufreq/" + policy.name());
    }
  }
}

}  // namespace wattline::jetsim
