// SPDX-License-Identifier: Apache-2.0
#include "pmode/mode_argument.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/fan.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/mode_target.hpp"
#include "platform/mode/predefined.hpp"
#include "platform/mode/state_file.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

void pin_at_maximum(const Machine& machine, MachineState& target) {
  for (auto& [name, clock] : target.policies) clock.min = clock.max;
  if (target.gpu) target.gpu->min = target.gpu->max;
  if (target.emc) {
    const auto rate = cap_rate(machine.emc, *target.emc);
    if (rate) target.emc = pinned_emc(machine.emc, *rate);
  }
}

ModeArgument resolve_predefined(const Machine& machine, const ModeOptions& options) {
  const auto conf = read_conf(machine.root);
  const ConfMode* mode = conf ? conf->find_mode(options.mode) : nullptr;
  const BrokenConfMode* broken = conf && mode == nullptr ? conf->find_broken_mode(options.mode) : nullptr;
  if (broken != nullptr)
    throw data_error(broken->mode.name + " cannot be used: " + broken->problem, "see `pmode list`");
  if (mode == nullptr) {
    throw usage_error("'" + options.mode + "': neither CORES/CPU/GPU/EMC nor a predefined mode of this machine",
                      conf ? "see `pmode list`" : "this machine has no /etc/nvpmodel.conf");
  }
  const PredefinedMode described = describe_mode(*conf, *mode, &machine);
  const auto masks = changed_masks(machine, described);
  if (!masks.empty()) {
    throw Error(ExitCode::try_later, mode->name + ": needs a reboot, GPU power gating differs: " + join(masks, ", "),
                "nvpmodel -m " + std::to_string(mode->id) + " sets it for the next boot");
  }
  ModeArgument argument{target_of_predefined(machine, described), *mode, {}};
  const std::string rounded = rounded_gpu_clock(machine, described);
  if (!rounded.empty()) argument.notes.push_back(kRounded + rounded);
  if (options.hold_or(Hold::cap) == Hold::pin) pin_at_maximum(machine, argument.target);
  return argument;
}

void set_governor(const Machine& machine, const std::string& governor, MachineState& target) {
  const auto online = target.online.empty() ? online_cores(machine.root, machine.cpus) : target.online;
  for (const CpuPolicy& policy : machine.cpus.policies) {
    const auto on = [&](int cpu) { return std::find(online.begin(), online.end(), cpu) != online.end(); };
    if (std::none_of(policy.cpus.begin(), policy.cpus.end(), on)) continue;
    const std::string known = io::read_text(machine.root.path(policy.file("scaling_available_governors"))).value_or("");
    const auto words = split_blanks(known);
    if (!known.empty() && std::find(words.begin(), words.end(), governor) == words.end()) {
      throw usage_error("--governor " + governor + ": " + policy.name + " does not have it", "choose one of: " + known);
    }
    target.policies[policy.name].governor = governor;
  }
}

void add_knobs(const Machine& machine, const KnobOptions& options, MachineState& target) {
  if (!options.governor.empty()) set_governor(machine, options.governor, target);
  if (options.idle_states) {
    const auto states = idle_attributes(machine, *options.idle_states);
    if (states.empty()) throw unavailable("--cpuidle: this machine has no idle states to choose");
    target.others.insert(target.others.end(), states.begin(), states.end());
  }
  if (!options.fan) return;
  const auto fan = fan_attributes(machine.root, *options.fan);
  target.others.insert(target.others.end(), fan.begin(), fan.end());
}

ModeArgument resolve_mode(const Machine& machine, const ModeOptions& options) {
  if (options.mode.empty()) {
    refuse_mode_rules(options, "no MODE is given");
    return {};
  }
  if (options.mode[0] == '@') {
    refuse_mode_rules(options, options.mode + " states the limits of each clock");
    std::vector<std::string> unknown;
    return {from_attributes(machine, load_state(options.mode.substr(1)), unknown), {}, {}};
  }
  const auto request = parse_mode_request(options.mode);
  if (!request) return resolve_predefined(machine, options);
  const PowerMode mode = mode_asked(*request, mode_tables(machine), current_mode(machine), options);
  return {target_of_request(machine, *request, mode, options.hold_or(Hold::pin)), {}, {}};
}

}  // namespace

PowerMode mode_asked(const ModeRequest& request, const ModeTables& tables, const PowerMode& current,
                     const ModeOptions& options) {
  try {
    return wattline::resolve_mode(request, tables, current, options.nearest);
  } catch (const Error& error) {
    if (error.code() != ExitCode::usage || !options.has_nearest) throw;
    throw usage_error(error.what(), error.hint() + ", which --nearest takes");
  }
}

ModeArgument resolve_argument(const Machine& machine, const ModeOptions& mode, const KnobOptions& knobs) {
  ModeArgument argument = resolve_mode(machine, mode);
  add_knobs(machine, knobs, argument.target);
  return argument;
}

MachineState resolve_target(const cli::Context& context, const Machine& machine, const ModeOptions& mode,
                            const KnobOptions& knobs) {
  ModeArgument argument = resolve_argument(machine, mode, knobs);
  for (const std::string& note : argument.notes) context.note(note);
  return std::move(argument.target);
}

}  // namespace wattline::pmode
