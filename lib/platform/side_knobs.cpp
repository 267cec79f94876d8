// SPDX-License-Identifier: Apache-2.0
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/fan.hpp"
#include "platform/knobs.hpp"
#include "platform/services.hpp"

namespace wattline::platform {

namespace {

const std::string kHwmon = "/sys/class/hwmon/";

KnobReading blank(const char* knob, const std::string& object, const char* unit, const char* mechanism) {
  return {knob, object, "", unit, {}, {}, {}, {}, "", mechanism, "", false};
}

std::optional<std::int64_t> asked_number(const MachineState& asked, const std::string& path) {
  for (const Attribute& other : asked.others) {
    if (other.path == path) return to_int64(other.text);
  }
  return std::nullopt;
}

KnobReading read_fan(const Machine& machine, const Fan& fan, const MachineState& asked) {
  KnobReading knob = blank("fan", fan.name, "pwm", "pwm");
  knob.min = 0;
  knob.max = 255;
  knob.current = io::read_int(machine.root.path(fan.speed_file));
  knob.asked = asked_number(asked, fan.speed_file);
  if (knob.asked && knob.asked != knob.current)
    knob.problem = "asked for pwm " + std::to_string(*knob.asked) + ", it has another";
  knob.verified = knob.asked && knob.problem.empty();
  return knob;
}

// Adds one core's idle state to the row of that state.
void take_idle_state(const io::Root& root, const IdleState& state, const MachineState& asked, KnobReading& knob,
                     std::vector<int>& allowed) {
  if (knob.object.empty()) {
    knob = blank("cpuidle", io::read_text(root.path(state.directory + "/name")).value_or(state.name), "1", "cpuidle");
  }
  const auto disabled = io::read_int(root.path(state.disable_file()));
  const auto wanted = asked_number(asked, state.disable_file());
  if (disabled && *disabled == 0) allowed.push_back(state.cpu);
  if (!wanted || !disabled) return;
  knob.verified = true;
  if (*wanted != *disabled)
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

// The counters of NVIDIA's soctherm driver: neither cpufreq nor devfreq shows what they count.
void add_overcurrent(const io::Root& root, std::vector<KnobReading>& knobs) {
  for (const std::string& device : io::list_directory(root.path(kHwmon))) {
    if (io::read_text(root.path(kHwmon + device + "/name")).value_or("") != "soctherm_oc") continue;
    for (const char* event : {"oc1", "oc2", "oc3"}) {
      const auto path = root.path(kHwmon + device + "/" + event + "_event_cnt");
      KnobReading knob = blank("overcurrent", event, "1", "soctherm_oc");
      knob.current = io::read_int(path);
      if (knob.current) knobs.push_back(knob);
    }
  }
}

}  // namespace

std::vector<KnobReading> read_side_knobs(const Machine& machine, const MachineState& asked) {
  std::vector<KnobReading> knobs = read_idle_states(machine, asked);
  if (const auto fan = find_fan(machine.root)) knobs.push_back(read_fan(machine, *fan, asked));
  return knobs;
}

std::vector<KnobReading> read_surroundings(const Machine& machine) {
  std::vector<KnobReading> knobs;
  for (const Service& service : interfering_services(machine.root)) {
    knobs.push_back(blank("service", service.name, "1", service.active ? "running" : "starts at boot"));
    knobs.back().current = service.active ? 1 : 0;
  }
  add_overcurrent(machine.root, knobs);
  return knobs;
}

}  // namespace wattline::platform
