// SPDX-License-Identifier: Apache-2.0
// From the MODE argument to the state it stands for.
#include "base/parse.hpp"
#include "platform/mode_target.hpp"
#include "platform/predefined.hpp"
#include "platform/state_file.hpp"
#include "pmode/change.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

Hold hold_of(const Options& options, Hold usual) {
  if (options.pin) return Hold::pin;
  return options.cap ? Hold::cap : usual;
}

void pin_at_maximum(const Machine& machine, MachineState& target) {
  for (auto& [name, clock] : target.policies) clock.min = clock.max;
  if (target.gpu) target.gpu->min = target.gpu->max;
  if (target.emc) {
    const auto rate = cap_rate(machine.emc, *target.emc);
    if (rate) target.emc = pinned_emc(machine.emc, *rate);
  }
}

MachineState predefined_target(const Machine& machine, const Options& options) {
  const auto conf = read_conf(machine.root);
  const ConfMode* mode = conf ? conf->find_mode(options.mode) : nullptr;
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
  MachineState target = target_of(machine, described);
  if (hold_of(options, Hold::cap) == Hold::pin) pin_at_maximum(machine, target);
  return target;
}

}  // namespace

MachineState resolve_target(const Machine& machine, const Options& options) {
  if (!options.mode.empty() && options.mode[0] == '@') {
    std::vector<std::string> unknown;
    return from_attributes(machine, load_state(options.mode.substr(1)), unknown);
  }
  const auto request = parse_mode_request(options.mode);
  if (!request) return predefined_target(machine, options);
  const PowerMode mode = resolve_mode(*request, mode_tables(machine), current_mode(machine), options.nearest);
  return target_of(machine, *request, mode, hold_of(options, Hold::pin));
}

}  // namespace wattline::pmode
