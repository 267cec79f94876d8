// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/cpu.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "io/unread.hpp"
#include "platform/board/boards.hpp"

namespace wattline::platform {

namespace {

const std::string kCpuDirectory = "/sys/devices/system/cpu";

std::vector<int> present_cores(const io::Root& root) {
  const auto list = parse_cpu_list(io::read_text(root.path(kCpuDirectory + "/present")).value_or(""));
  return list ? *list : std::vector<int>{};
}

std::vector<int> core_order(const Board& board, std::vector<int> cores) {
  const std::vector<int>& last = facts_of(board.id).last_cores;
  const auto comes_first = [&](int cpu) { return std::find(last.begin(), last.end(), cpu) == last.end(); };
  std::stable_partition(cores.begin(), cores.end(), comes_first);
  return cores;
}

// While all cores of a policy are offline, kernels from 6.1 on refuse to read its files; the links of its cores remain.
std::vector<int> linked_cores(const io::Root& root, const std::string& policy, const std::vector<int>& cores) {
  std::vector<int> linked;
  for (const int cpu : cores) {
    sys::error_code error;
    const auto link = root.path(kCpuDirectory + "/cpu" + std::to_string(cpu) + "/cpufreq");
    const auto target = fs::read_symlink(link, error);
    io::note_unread(link, error.value());
    if (!error && target.filename().native() == policy) linked.push_back(cpu);
  }
  return linked;
}

// Drivers without a table (intel_pstate) have only the lowest and the highest clock.
std::vector<std::int64_t> read_table(const io::Root& root, const CpuPolicy& policy) {
  std::vector<std::int64_t> table = io::read_ints(root.path(policy.file("scaling_available_frequencies")));
  if (table.empty()) {
    for (const char* end : {"cpuinfo_min_freq", "cpuinfo_max_freq"}) {
      if (const auto khz = io::read_int(root.path(policy.file(end)))) table.push_back(*khz);
    }
  }
  std::sort(table.begin(), table.end());
  table.erase(std::unique(table.begin(), table.end()), table.end());
  return table;
}

CpuPolicy read_policy(const io::Root& root, const std::string& name, const std::vector<int>& cores) {
  CpuPolicy policy;
  policy.name = name;
  policy.directory = kCpuDirectory + "/cpufreq/" + name;
  for (const std::int64_t cpu : io::read_ints(root.path(policy.file("related_cpus")))) {
    policy.cpus.push_back(static_cast<int>(cpu));
  }
  if (policy.cpus.empty()) policy.cpus = linked_cores(root, name, cores);
  policy.table = read_table(root, policy);
  return policy;
}

}  // namespace

Cpus find_cpus(const io::Root& root, const Board& board) {
  Cpus cpus;
  cpus.order = core_order(board, present_cores(root));
  for (const std::string& name : io::list_directory(root.path(kCpuDirectory + "/cpufreq"))) {
    if (name.compare(0, 6, "policy") != 0) continue;
    CpuPolicy policy = read_policy(root, name, cpus.order);
    if (!policy.cpus.empty()) cpus.policies.push_back(std::move(policy));
  }
  const auto first_core = [](const CpuPolicy& a, const CpuPolicy& b) { return a.cpus.front() < b.cpus.front(); };
  std::sort(cpus.policies.begin(), cpus.policies.end(), first_core);
  const std::vector<std::int64_t> common = common_table(cpus);
  for (CpuPolicy& policy : cpus.policies) {
    if (policy.table.empty()) policy.table = common;
  }
  return cpus;
}

std::string core_online_file(int cpu) {
  return kCpuDirectory + "/cpu" + std::to_string(cpu) + "/online";
}

bool core_is_online(const io::Root& root, int cpu) {
  const auto text = io::read_text(root.path(core_online_file(cpu)));
  return !text || to_int64(trim(*text)).value_or(0) != 0;
}

std::vector<int> online_cores(const io::Root& root, const Cpus& cpus) {
  std::vector<int> online;
  for (const int cpu : cpus.order) {
    if (core_is_online(root, cpu)) online.push_back(cpu);
  }
  return online;
}

std::vector<std::int64_t> common_table(const Cpus& cpus) {
  std::vector<std::int64_t> common;
  bool first = true;
  for (const CpuPolicy& policy : cpus.policies) {
    if (policy.table.empty()) continue;
    if (first) common = policy.table;
    first = false;
    const auto is_missing = [&](std::int64_t khz) {
      return !std::binary_search(policy.table.begin(), policy.table.end(), khz);
    };
    common.erase(std::remove_if(common.begin(), common.end(), is_missing), common.end());
  }
  return common;
}

io::FileReading<std::int64_t> policy_clock(const io::Root& root, const CpuPolicy& policy) {
  const auto measured = io::try_int(root.path(policy.file("cpuinfo_cur_freq")));
  return measured.value ? measured : io::try_int(root.path(policy.file("scaling_cur_freq")));
}

std::vector<IdleState> idle_states(const io::Root& root, const Cpus& cpus) {
  std::vector<IdleState> states;
  for (const int cpu : cpus.order) {
    const std::string directory = kCpuDirectory + "/cpu" + std::to_string(cpu) + "/cpuidle";
    for (const std::string& name : io::list_directory(root.path(directory))) {
      if (name.compare(0, 5, "state") == 0) states.push_back({cpu, name, directory + "/" + name});
    }
  }
  return states;
}

}  // namespace wattline::platform
