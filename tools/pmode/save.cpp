// SPDX-License-Identifier: Apache-2.0
#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "platform/mode/mode_lock.hpp"
#include "platform/mode/state_file.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

constexpr const char* kNothingSaved = "nothing was saved, as a part of the state is missing";

struct SaveOptions {
  std::string file;
};

void declare(cli::App& app, SaveOptions& options) {
  app.add_option("FILE", options.file, "A new file, or one to replace").required();
}

int run(const SaveOptions& options, cli::Context& context) {
  const Machine machine = machine_with_knobs(context.root);
  io::Fd reading = lock_state_for_reading(context.root, context.signals);
  std::vector<io::UnreadFile> unread;
  const MachineState state = capture(machine, side_attributes(machine), &unread);
  reading.reset();
  for (const io::UnreadFile& file : unread) {
    if (!is_dispensable(machine, state, file.path)) throw os_error(file.path, file.error, kNothingSaved);
  }
  context.require_all_read(kNothingSaved);
  const auto lines = to_attributes(machine, state);
  save_state(options.file, lines);
  for (const PathValue& line : lines) {
    if (line.value == "NA") context.info(line.path + ": hidden by the kernel, not saved");
  }
  return 0;
}

}  // namespace

cli::Subcommand save_subcommand() {
  return cli::subcommand("save", "Write the machine's whole state to FILE", declare, run);
}

}  // namespace wattline::pmode
