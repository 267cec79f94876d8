// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/mode_setter.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/services.hpp"

namespace wattline::platform {

namespace {

constexpr std::int64_t kFloorWindowNs = 1'000'000'000;
constexpr std::int64_t kPollNs = 5'000'000;
constexpr int kMinPolls = 3;  // however fast an emulated clock runs

bool holds(const std::vector<int>& cpus, int cpu) {
  return std::find(cpus.begin(), cpus.end(), cpu) != cpus.end();
}

std::size_t count_of(const CpuPolicy& policy, const std::vector<int>& cpus) {
  return static_cast<std::size_t>(
      std::count_if(policy.cpus.begin(), policy.cpus.end(), [&](int cpu) { return holds(cpus, cpu); }));
}

ClockState read_limits(const io::Root& root, const CpuPolicy& policy) {
  return {io::read_int(root.path(policy.file("scaling_min_freq"))),
          io::read_int(root.path(policy.file("scaling_max_freq"))),
          io::read_text(root.path(policy.file("scaling_governor"))).value_or("")};
}

bool same(const ClockState& a, const ClockState& b) {
  return a.min == b.min && a.max == b.max && a.governor == b.governor;
}

}  // namespace

void check_writable(const Machine& machine) {
  for (const CpuPolicy& policy : machine.cpus.policies) {
    const std::string file = policy.file("scaling_max_freq");
    if (::access(machine.root.path(file).c_str(), W_OK) == 0) continue;
    if (errno == EROFS) throw unavailable(file + ": mounted read-only");
    throw os_error(file, errno, "setting a mode needs root");
  }
}

// On T194 and T234 every core has its own request register, and a cluster runs at the highest request. Up to
// kernel 5.10 an offline core keeps its request. Therefore, if a cluster stays partly online, its cores are switched
// off at the lowest clock, and if it is partly offline already, all its cores are switched on for that first.
std::vector<ModeSetter::Visit> ModeSetter::plan(const std::vector<int>& now, const std::vector<int>& wanted,
                                                const MachineState& target) const {
  std::vector<Visit> visits;
  for (const CpuPolicy& policy : machine_.cpus.policies) {
    const auto found = target.policies.find(policy.name);
    Visit visit{&policy, found == target.policies.end() ? ClockState{} : found->second, false, false, false};
    const std::size_t on_now = count_of(policy, now);
    const std::size_t on_then = count_of(policy, wanted);
    const bool partly = on_then > 0 && on_then < policy.cpus.size();
    visit.all_off = on_then == 0;
    visit.needs_all_on = (partly || visit.all_off) && !visit.wanted.is_empty();
    visit.loses_cores = on_now > on_then || (partly && visit.needs_all_on);
    const bool untouched = visit.all_off && on_now == 0 &&
                           (visit.wanted.is_empty() || same(visit.wanted, read_limits(machine_.root, policy)));
    if (!untouched) visits.push_back(std::move(visit));
  }
  return visits;
}

void ModeSetter::cores_on(const std::vector<Visit>& visits, const std::vector<int>& wanted) {
  for (const Visit& visit : visits) {
    bool woke = false;
    bool was_dead = true;
    for (const int cpu : visit.policy->cpus) {
      const bool on = core_is_online(machine_.root, cpu);
      was_dead = was_dead && !on;
      if (!on && (visit.needs_all_on || holds(wanted, cpu))) woke = writer_.write(core_online_file(cpu), 1) || woke;
    }
    if (!woke || !was_dead) continue;
    revealed_.emplace(visit.policy->name, read_limits(machine_.root, *visit.policy));
  }
  // Where there is no cpufreq driver, as in most virtual machines, cores belong to no policy.
  for (const int cpu : machine_.cpus.order) {
    if (holds(wanted, cpu) && !core_is_online(machine_.root, cpu)) writer_.write(core_online_file(cpu), 1);
  }
}

void ModeSetter::lower_before_off(const std::vector<Visit>& visits) {
  std::vector<const CpuPolicy*> lowered;
  for (const Visit& visit : visits) {
    if (!visit.loses_cores || !floor_) continue;
    const std::int64_t floor = *floor_;
    set_range(visit.policy->file("scaling_min_freq"), visit.policy->file("scaling_max_freq"), {floor, floor, ""});
    lowered.push_back(visit.policy);
  }
  wait_for_floor(lowered);
}

void ModeSetter::wait_for_floor(const std::vector<const CpuPolicy*>& policies) {
  const auto is_low = [&](const CpuPolicy* policy) {
    const auto khz = io::read_int(machine_.root.path(policy->file("scaling_cur_freq")));
    return !khz || *khz <= *floor_;
  };
  const std::int64_t deadline = clock_.mono_ns() + kFloorWindowNs;
  for (int polls = 0; !std::all_of(policies.begin(), policies.end(), is_low); ++polls) {
    if (polls >= kMinPolls && clock_.mono_ns() >= deadline) return;
    clock_.wait_until(clock_.mono_ns() + kPollNs, nullptr, 0);
  }
}

void ModeSetter::cores_off(const std::vector<int>& wanted) {
  for (auto cpu = machine_.cpus.order.rbegin(); cpu != machine_.cpus.order.rend(); ++cpu) {
    // Arm kernels allow cpu0 to be switched off, but Jetson firmware and many drivers fail without it.
    if (*cpu == 0 || holds(wanted, *cpu) || !core_is_online(machine_.root, *cpu)) continue;
    writer_.write(core_online_file(*cpu), 0);
  }
}

void ModeSetter::set_range(const std::string& min_file, const std::string& max_file, const ClockState& wanted) {
  const auto highest = io::read_int(machine_.root.path(max_file));
  const bool raises = wanted.max && highest && *wanted.max >= *highest;
  // Kernel 4.9 refuses a minimum above the maximum; later kernels accept it and show another value.
  if (raises && wanted.max) writer_.write(max_file, *wanted.max);
  if (wanted.min) writer_.write(min_file, *wanted.min);
  if (!raises && wanted.max) writer_.write(max_file, *wanted.max);
}

void ModeSetter::set_governor(const std::string& file, const std::string& governor) {
  if (governor.empty() || io::read_text(machine_.root.path(file)).value_or("") == governor) return;
  writer_.write(file, governor);
}

void ModeSetter::set_policies(const std::vector<Visit>& visits) {
  for (const Visit& visit : visits) {
    set_governor(visit.policy->file("scaling_governor"), visit.wanted.governor);
    set_range(visit.policy->file("scaling_min_freq"), visit.policy->file("scaling_max_freq"), visit.wanted);
  }
}

void ModeSetter::set_other(const PathValue& other) {
  if (is_service_attribute(other.path)) {
    if (const int error = set_service(machine_.root, other.path, other.value))
      writer_.refuse(other.path, other.value, error);
    return;
  }
  const auto now = io::read_text(machine_.root.path(other.path));
  if (!now || trim(*now) != other.value) writer_.write(other.path, other.value);
}

void ModeSetter::apply(const MachineState& target) {
  const std::vector<int> now = online_cores(machine_.root, machine_.cpus);
  const std::vector<int>& wanted = target.online.empty() ? now : target.online;
  std::vector<Visit> visits = plan(now, wanted, target);
  for (Visit& visit : visits) {
    // A cluster that loses cores is lowered for that, so limits that are to stay are recorded and written again.
    if (visit.loses_cores && !visit.all_off && visit.wanted.is_empty()) {
      visit.wanted = read_limits(machine_.root, *visit.policy);
    }
  }
  const auto table = common_table(machine_.cpus);
  floor_ = table.empty() ? std::nullopt : std::optional<std::int64_t>(table.front());
  cores_on(visits, wanted);
  if (!revealed_.empty() && on_reveal) on_reveal();
  lower_before_off(visits);
  const auto dies = [](const Visit& visit) { return visit.all_off; };
  const auto first_alive = std::stable_partition(visits.begin(), visits.end(), dies);
  set_policies({visits.begin(), first_alive});
  cores_off(wanted);
  set_policies({first_alive, visits.end()});
  if (machine_.gpu && target.gpu) {
    set_governor(machine_.gpu->file("governor"), target.gpu->governor);
    set_range(machine_.gpu->file("min_freq"), machine_.gpu->file("max_freq"), *target.gpu);
  }
  if (target.emc) write_emc(writer_, machine_.emc, *target.emc);
  std::vector<PathValue> others = target.others;
  const auto stops = [](const PathValue& other) {
    return is_service_attribute(other.path) && other.value == "inactive";
  };
  std::stable_partition(others.begin(), others.end(), stops);  // stop services before writing what they control
  for (const PathValue& other : others) set_other(other);
}

}  // namespace wattline::platform
