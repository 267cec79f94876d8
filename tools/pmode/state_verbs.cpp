// SPDX-License-Identifier: Apache-2.0
// save, restore, pin, unpin: the state as it is, brought back, or held where it is.
#include "base/parse.hpp"
#include "platform/mode/mode_target.hpp"
#include "platform/mode/state_file.hpp"
#include "pmode/change.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

int hold_in_place(const Options& options, cli::Context& context, MachineState (*target)(const Machine&)) {
  Change change(context, options);
  change.make(target(change.machine()), {options.keep, true});
  return 0;
}

}  // namespace

int save(const Options& options, cli::Context& context) {
  const Machine machine = find_machine(context.root);
  const auto lines = to_attributes(machine, capture(machine, side_attributes(machine)));
  save_state(options.file, lines);
  for (const Attribute& line : lines) {
    if (line.text == "NA") context.info(line.path + ": hidden by the kernel, not saved");
  }
  return 0;
}

int restore(const Options& options, cli::Context& context) {
  if (options.last == !options.file.empty()) throw usage_error("restore: name one FILE, or --last");
  Change change(context, options);
  const std::string file = options.last ? runtime_file(context.root, kLastState) : options.file;
  std::vector<std::string> unknown;
  const MachineState target = from_attributes(change.machine(), load_state(file), unknown);
  for (const std::string& path : unknown) context.warn(file + ": " + path + " is no knob of this machine, left alone");
  // With --last the file that is being restored must stay as it is until the end.
  change.make(target, {true, !options.last});
  return 0;
}

int pin(const Options& options, cli::Context& context) {
  return hold_in_place(options, context, pin_in_place);
}
int unpin(const Options& options, cli::Context& context) {
  return hold_in_place(options, context, unpin_in_place);
}

}  // namespace wattline::pmode
