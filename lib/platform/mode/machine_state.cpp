// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/machine_state.hpp"

#include <algorithm>
#include <set>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/thermal.hpp"
#include "platform/mode/services.hpp"

namespace wattline::platform {

namespace {

constexpr const char* kHidden = "NA";

ClockState read_clock(const io::Root& root, const std::string& directory, const char* min, const char* max,
                      const char* governor) {
  return {io::read_int(root.path(directory + min)), io::read_int(root.path(directory + max)),
          io::read_text(root.path(directory + governor)).value_or("")};
}

// Where each number of the state lives, so that saving and loading walk the same list.
struct Slot {
  std::string path;
  std::optional<std::int64_t>* number;  // or
  std::string* text;
};

void add_clock(std::vector<Slot>& slots, ClockState& clock, const std::string& directory, const char* min,
               const char* max, const char* governor) {
  slots.push_back({directory + governor, nullptr, &clock.governor});
  slots.push_back({directory + min, &clock.min, nullptr});
  slots.push_back({directory + max, &clock.max, nullptr});
}

void add_emc(std::vector<Slot>& slots, EmcState& state, const Emc& emc) {
  const std::pair<const std::string*, std::optional<std::int64_t>*> fields[] = {{&emc.cap_file, &state.cap},
                                                                                {&emc.lock_file, &state.locked},
                                                                                {&emc.rate_control_file, &state.rate},
                                                                                {&emc.enable_file, &state.enabled},
                                                                                {&emc.halt_file, &state.halted}};
  for (const auto& [path, value] : fields) {
    if (!path->empty()) slots.push_back({*path, value, nullptr});
  }
}

std::vector<Slot> slots_of(const Machine& machine, MachineState& state) {
  std::vector<Slot> slots;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    add_clock(slots, state.policies[policy.name], policy.directory, "/scaling_min_freq", "/scaling_max_freq",
              "/scaling_governor");
  }
  if (machine.gpu) {
    if (!state.gpu) state.gpu.emplace();
    add_clock(slots, *state.gpu, machine.gpu->directory, "/min_freq", "/max_freq", "/governor");
  }
  if (!state.emc) state.emc.emplace();
  add_emc(slots, *state.emc, machine.emc);
  return slots;
}

bool is_online(const MachineState& state, int cpu) {
  return std::find(state.online.begin(), state.online.end(), cpu) != state.online.end();
}

bool says_nothing(const ClockState& clock) {
  return !clock.min && !clock.max && clock.governor.empty();
}

}  // namespace

bool MachineState::is_empty() const {
  const auto silent = [](const auto& entry) { return says_nothing(entry.second); };
  const bool no_emc = !emc || (!emc->cap && !emc->locked && !emc->rate);
  return online.empty() && others.empty() && no_emc && (!gpu || says_nothing(*gpu)) &&
         std::all_of(policies.begin(), policies.end(), silent);
}

MachineState capture(const Machine& machine, const std::vector<std::string>& more) {
  MachineState state;
  state.online = online_cores(machine.root, machine.cpus);
  for (const CpuPolicy& policy : machine.cpus.policies) {
    state.policies[policy.name] =
        read_clock(machine.root, policy.directory, "/scaling_min_freq", "/scaling_max_freq", "/scaling_governor");
  }
  if (machine.gpu) state.gpu = read_clock(machine.root, machine.gpu->directory, "/min_freq", "/max_freq", "/governor");
  if (machine.emc.exists()) state.emc = read_emc(machine.root, machine.emc);
  for (const std::string& path : more) {
    if (is_service_attribute(path)) {
      const bool active = is_active_service(machine.root, path.substr(path.find(':') + 1));
      state.others.push_back({path, active ? "active" : "inactive"});
      continue;
    }
    if (const auto text = io::read_text(machine.root.path(path))) state.others.push_back({path, *text});
  }
  return state;
}

std::map<std::string, std::int64_t> overcurrent_events(const Machine& machine) {
  std::map<std::string, std::int64_t> events;
  for (const std::string& counter : over_current_counters(machine.root)) {
    if (const auto count = io::read_int(machine.root.path(counter))) events[counter] = *count;
  }
  return events;
}

std::vector<PathValue> to_attributes(const Machine& machine, const MachineState& state) {
  std::vector<PathValue> lines;
  for (const int cpu : machine.cpus.order) {
    if (!state.online.empty()) lines.push_back({core_online_file(cpu), is_online(state, cpu) ? "1" : "0"});
  }
  MachineState copy = state;
  for (const Slot& slot : slots_of(machine, copy)) {
    const std::string text = slot.text ? *slot.text : *slot.number ? std::to_string(**slot.number) : "";
    lines.push_back({slot.path, text.empty() ? kHidden : text});
  }
  lines.insert(lines.end(), state.others.begin(), state.others.end());
  for (const auto& [path, count] : state.events) lines.push_back({path, std::to_string(count)});
  return lines;
}

MachineState from_attributes(const Machine& machine, const std::vector<PathValue>& lines,
                             std::vector<std::string>& unknown) {
  MachineState state;
  std::map<std::string, std::string> values;
  for (const PathValue& line : lines) values[line.path] = line.value;
  const auto take = [&](const std::string& path) {
    const auto found = values.find(path);
    if (found == values.end()) return std::string(kHidden);
    const std::string text = found->second;
    values.erase(found);
    return text;
  };
  for (const int cpu : machine.cpus.order) {
    if (take(core_online_file(cpu)) == "1") state.online.push_back(cpu);
  }
  for (const Slot& slot : slots_of(machine, state)) {
    const std::string text = take(slot.path);
    if (text == kHidden) continue;
    if (slot.text) *slot.text = text;
    if (slot.number) *slot.number = to_int64(text);
  }
  for (const std::string& path : side_attributes(machine)) {
    const std::string text = take(path);
    if (text != kHidden) state.others.push_back({path, text});
  }
  for (const std::string& path : over_current_counters(machine.root)) {
    if (const auto count = to_int64(take(path))) state.events[path] = *count;
  }
  for (const auto& [path, text] : values) unknown.push_back(path);
  return state;
}

}  // namespace wattline::platform
