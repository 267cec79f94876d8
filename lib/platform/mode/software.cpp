// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/software.hpp"

#include <algorithm>
#include <optional>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/hardware.hpp"
#include "platform/mode/machine_state.hpp"
#include "platform/mode/mode_of.hpp"

namespace wattline::platform {

namespace {

// developer.nvidia.com/embedded/jetson-linux-archive; a trailing '.' stands for any further digits.
constexpr struct {
  int major;
  const char* revision;
  const char* jetpack;
} kJetpacks[] = {
    {39, "2.0", "7.2"},    {39, "0.0", "7.2 EA"}, {38, "4.0", "7.1"},   {38, "2.", "7.0"},    {36, "5.0", "6.2.2"},
    {36, "4.7", "6.2.1"},  {36, "4.4", "6.2.1"},  {36, "4.3", "6.2"},   {36, "4.0", "6.1"},   {36, "3.0", "6.0"},
    {36, "2.0", "6.0 DP"}, {35, "6.4", "5.1.6"},  {35, "6.1", "5.1.5"}, {35, "6.0", "5.1.4"}, {35, "5.0", "5.1.3"},
    {35, "4.1", "5.1.2"},  {35, "3.1", "5.1.1"},  {35, "2.1", "5.1"},   {35, "1.0", "5.0.2"}, {34, "1.", "5.0 DP"},
    {32, "7.6", "4.6.6"},  {32, "7.5", "4.6.5"},  {32, "7.4", "4.6.4"}, {32, "7.3", "4.6.3"}, {32, "7.2", "4.6.2"},
    {32, "7.1", "4.6.1"},  {32, "6.1", "4.6"},    {32, "5.1", "4.5.1"}, {32, "5.0", "4.5"},   {32, "4.4", "4.4.1"},
    {32, "4.3", "4.4"},    {32, "3.1", "4.3"},    {32, "2.", "4.2.1"},  {32, "1.", "4.2"},
};

// The text after `key`, up to the next quote or the end of the line: "cuda" : { "version" : "11.4.19" }.
std::string after(const std::string& text, const std::string& key) {
  const std::size_t start = text.find(key);
  if (start == std::string::npos) return "";
  const std::string_view rest = std::string_view(text).substr(start + key.size());
  return std::string(trim(rest.substr(0, rest.find_first_of("\"'\n"))));
}

std::string read(const io::Root& root, const std::string& path) {
  return io::read_text(root.path(path)).value_or("");
}

std::string cuda_version(const io::Root& root) {
  const std::string text = read(root, "/usr/local/cuda/version.json");
  const std::size_t cuda = text.find("\"cuda\"");
  return cuda == std::string::npos ? "" : after(text.substr(cuda), "\"version\" : \"");
}

// The version of the first installed package whose name begins with `prefix`.
std::string package_version(const io::Root& root, const std::string& prefix) {
  const std::string status = read(root, "/var/lib/dpkg/status");
  const std::size_t package = status.find("\nPackage: " + prefix);
  return package == std::string::npos ? "" : after(status.substr(package, 2000), "\nVersion: ");
}

std::string torch_version(const io::Root& root) {
  for (const char* base : {"/usr/local/lib/", "/usr/lib/"}) {
    for (const std::string& name : io::list_directory(root.path(base))) {
      if (name.compare(0, 6, "python") != 0) continue;
      const std::string text = read(root, base + name + "/dist-packages/torch/version.py");
      if (!text.empty()) return after(text, "__version__ = '");
    }
  }
  return "";
}

std::string policy_list(const Machine& machine) {
  std::vector<std::string> names;
  for (const CpuPolicy& policy : machine.cpus.policies)
    names.push_back(policy.name + ":" + format_cpu_list(policy.cpus));
  return join(names, " ");
}

std::string kernel_release(const io::Root& root) {
  return read(root, "/proc/sys/kernel/osrelease");
}

}  // namespace

std::string jetpack_version(const Release& release) {
  for (const auto& known : kJetpacks) {
    const std::string revision = known.revision;
    const bool open = revision.back() == '.';
    const bool same = open ? release.revision.compare(0, revision.size(), revision) == 0 : release.revision == revision;
    if (known.major == release.major && same) return known.jetpack;
  }
  return "";
}

namespace {

io::Meta software_facts(const Machine& machine) {
  const Board& board = machine.board;
  const io::Root& root = machine.root;
  return {
      {"board", board.id},
      {"model", board.name},
      {"module", board.module},
      {"soc", board.soc},
      {"super", board.super ? "1" : "0"},
      {"l4t", board.l4t ? to_string(*board.l4t) : package_version(root, "nvidia-l4t-core")},
      {"jetpack", board.l4t ? jetpack_version(*board.l4t) : ""},
      {"kernel", kernel_release(root)},
      {"cuda", cuda_version(root)},
      {"cudnn", package_version(root, "libcudnn")},
      {"torch", torch_version(root)},
  };
}

io::Meta knob_facts(const Machine& machine) {
  const bool emc = machine.emc.exists();
  return {
      {"cpu_policies", policy_list(machine)},
      {"cpu_mechanism", machine.cpus.policies.empty() ? "" : "cpufreq"},
      {"cpu_verified", machine.cpus.policies.empty() ? "unavailable" : "table and clock read live, per policy"},
      {"gpu_mechanism", machine.gpu ? "devfreq " + machine.gpu->name : ""},
      {"gpu_verified", machine.gpu ? "table and clock read live" : "unavailable"},
      {"emc_mechanism", machine.emc.mechanism()},
      {"emc_verified", !emc                                  ? "unavailable"
                       : machine.emc.lock == Emc::Lock::none ? "table compiled in, cap read back, rate unreadable"
                                                             : "table compiled in, rate read back"},
  };
}

bool emc_varies(const Machine& machine, const MachineState& state) {
  return state.emc && machine.emc.lock != Emc::Lock::none && state.emc->locked.value_or(0) == 0;
}

bool all_pinned(const Machine& machine, const MachineState& state) {
  const auto pinned = [](const auto& policy) { return policy.second.pinned(); };
  return std::all_of(state.policies.begin(), state.policies.end(), pinned) && (!state.gpu || state.gpu->pinned()) &&
         !emc_varies(machine, state);
}

bool is_capped(const ClockState& clock, const std::vector<std::int64_t>& table) {
  return !clock.pinned() && clock.max && !table.empty() && *clock.max < table.back();
}

// "cpu gpu": the clocks that may vary, but not up to the highest of their tables; "none".
std::string capped_clocks(const Machine& machine, const MachineState& state) {
  std::vector<std::string> capped;
  const auto& policies = machine.cpus.policies;
  const bool cpu = std::any_of(policies.begin(), policies.end(), [&](const CpuPolicy& policy) {
    const auto clock = state.policies.find(policy.name);
    return clock != state.policies.end() && is_capped(clock->second, policy.table);
  });
  if (cpu) capped.emplace_back("cpu");
  if (machine.gpu && state.gpu && is_capped(*state.gpu, machine.gpu->table)) capped.emplace_back("gpu");
  const auto emc_cap = state.emc ? cap_rate(machine.emc, *state.emc) : std::nullopt;
  if (emc_cap && emc_varies(machine, state) && *emc_cap < machine.emc.table.back()) capped.emplace_back("emc");
  return capped.empty() ? "none" : join(capped, " ");
}

io::Meta clock_facts(const Machine& machine) {
  std::vector<io::UnreadFile> unread;  // a clock whose limits are hidden is not known to be pinned
  const MachineState state = capture(machine, {}, &unread);
  if (state.policies.empty() && !state.gpu && !state.emc) return {};
  return {{"clocks_pinned", all_pinned(machine, state) ? "1" : "0"}, {"clocks_capped", capped_clocks(machine, state)}};
}

}  // namespace

io::Meta board_facts(const Machine& machine) {
  io::Meta facts = software_facts(machine);
  for (const io::Meta& more : {hardware_facts(machine.board, machine.root), knob_facts(machine)}) {
    facts.insert(facts.end(), more.begin(), more.end());
  }
  return facts;
}

io::Meta run_facts(const Machine& machine) {
  io::Meta facts;
  for (const auto& fact : software_facts(machine)) {
    if (!fact.second.empty() && fact.first != "kernel") facts.push_back(fact);  // io::common_meta has that one
  }
  for (const auto& fact : clock_facts(machine)) facts.push_back(fact);
  facts.push_back(mode_fact(machine, "mode_start"));
  return facts;
}

io::Meta::value_type mode_fact(const Machine& machine, const std::string& name) {
  return {name, to_string(current_mode(machine))};
}

}  // namespace wattline::platform
