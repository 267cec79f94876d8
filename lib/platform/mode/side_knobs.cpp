// SPDX-License-Identifier: Apache-2.0
#include <cerrno>

#include "base/counter.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/board/thermal.hpp"
#include "platform/mode/fan.hpp"
#include "platform/mode/knobs.hpp"
#include "platform/mode/services.hpp"

namespace wattline::platform {

namespace {

std::string asked_text(const MachineState& asked, const std::string& path) {
  for (const PathValue& other : asked.others) {
    if (other.path == path) return other.value;
  }
  return "";
}

// Whether the driver or the service controls the speed.
bool is_automatic(const Fan& fan, const MachineState& asked) {
  const std::string mode = asked_text(asked, fan.mode_file);
  return (!mode.empty() && mode != fan.manual) || asked_text(asked, service_attribute(kFanDaemon)) == "active";
}

KnobReading read_fan(const Machine& machine, const Fan& fan, const MachineState& asked) {
  KnobReading knob{Knob::fan, fan.name, "", "pwm", "pwm"};
  knob.min = 0;
  knob.max = 255;
  const auto speed = io::try_int(machine.root.path(fan.speed_file));
  knob.current = speed.value;
  if (!is_automatic(fan, asked)) knob.asked = to_int64(asked_text(asked, fan.speed_file));
  if (knob.asked && knob.asked != knob.current) {
    knob.unknown = !knob.current;
    knob.error = speed.error;
    knob.problem =
        "asked for pwm " + std::to_string(*knob.asked) + (knob.unknown ? ", it is unreadable" : ", it has another");
  }
  knob.verified = knob.asked && knob.problem.empty();
  return knob;
}

// Adds one core's idle state to the row of that state.
void take_idle_state(const io::Root& root, const IdleState& state, const MachineState& asked, KnobReading& knob,
                     std::vector<int>& allowed) {
  if (knob.object.empty()) {
    const auto name = io::read_text(root.path(state.directory + "/name"));
    knob = {Knob::cpuidle, name.value_or(state.name), "", "1", "cpuidle"};
  }
  const auto [disabled, error] = io::try_int(root.path(state.disable_file()));
  const auto wanted = to_int64(asked_text(asked, state.disable_file()));
  if (disabled && *disabled == 0) allowed.push_back(state.cpu);
  if (!wanted) return;
  knob.verified = true;
  if (!disabled) {
    knob.unknown = knob.problem.empty();
    knob.error = error;
    knob.problem = "cpu" + std::to_string(state.cpu) + ": disable is unreadable";
    return;
  }
  if (*wanted == *disabled) return;
  knob.unknown = false;
  knob.problem = "cpu" + std::to_string(state.cpu) + " did not take disable=" + std::to_string(*wanted);
}

std::vector<KnobReading> read_idle_states(const Machine& machine, const MachineState& asked) {
  std::map<std::string, KnobReading> rows;
  std::map<std::string, std::vector<int>> allowed;
  for (const IdleState& state : idle_states(machine.root, machine.cpus)) {
    take_idle_state(machine.root, state, asked, rows[state.name], allowed[state.name]);
  }
  std::vector<KnobReading> knobs;
  for (auto& [name, knob] : rows) {
    knob.verified = knob.verified && knob.problem.empty();
    knob.cpus = format_cpu_list(allowed[name]);
    knob.current = static_cast<std::int64_t>(allowed[name].size());
    knobs.push_back(knob);
  }
  return knobs;
}

// The over-current circuit lowers a clock without changing its limits, so only its counters show it.
KnobReading read_overcurrent(const Machine& machine, const std::string& counter, const MachineState& asked) {
  const std::string file = counter.substr(counter.rfind('/') + 1);
  KnobReading knob{Knob::overcurrent, file.substr(0, file.find('_')), "", "1", "soctherm_oc"};
  const auto count = io::try_int(machine.root.path(counter));
  knob.current = count.value;
  const auto before = asked.events.find(counter);
  if (before == asked.events.end()) return knob;
  knob.asked = before->second;
  if (!knob.current) {
    knob.unknown = true;
    knob.error = count.error;
    knob.problem = "its counter is unreadable";
    return knob;
  }
  const auto events = growth(before->second, *knob.current);
  knob.unknown = !events;
  if (!events) knob.problem = "its counter went back: events since the mode was asked for are not known";
  if (events.value_or(0) > 0)
    knob.problem = std::to_string(*events) + " over-current events since the mode was asked for: clocks were lowered";
  knob.verified = knob.problem.empty();
  return knob;
}

}  // namespace

std::vector<KnobReading> read_side_knobs(const Machine& machine, const MachineState& asked) {
  std::vector<KnobReading> knobs = read_idle_states(machine, asked);
  if (const auto fan = find_fan(machine.root)) knobs.push_back(read_fan(machine, *fan, asked));
  for (const std::string& counter : over_current_counters(machine.root)) {
    knobs.push_back(read_overcurrent(machine, counter, asked));
  }
  return knobs;
}

std::vector<KnobReading> read_surroundings(const Machine& machine) {
  std::vector<KnobReading> knobs;
  for (const Service& service : interfering_services(machine.root)) {
    knobs.push_back({Knob::service, service.name, "", "1", service.active ? "running" : "starts at boot"});
    knobs.back().current = service.active ? 1 : 0;
  }
  return knobs;
}

}  // namespace wattline::platform
