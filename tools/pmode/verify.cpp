// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "platform/mode/knobs.hpp"
#include "platform/mode/mode_of.hpp"
#include "pmode/cluster_note.hpp"
#include "pmode/expected_state.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

constexpr const char* kUnknown = "it is not known whether the mode is in force";

struct VerifyOptions {
  ModeOptions mode;
  WaitOptions wait;
  cli::RowOptions rows;
};

void declare(cli::App& app, VerifyOptions& options) {
  app.add_option("MODE", options.mode.mode, "Mode to check [the mode last set]");
  declare_mode_rules(app, options.mode);
  declare_settle(app, options.wait);
  cli::declare_rows(app, options.rows);
}

bool is_fine_or_unknown(const KnobReading& knob) {
  return knob.problem.empty() || knob.unknown;
}

// Nothing is known to deviate: another status than that of a mode that is not in force.
Error unknown_error(const std::vector<KnobReading>& knobs, const std::vector<std::string>& problems) {
  const auto may_not_be_read = [](const KnobReading& knob) { return knob.error == EACCES || knob.error == EPERM; };
  const bool denied = std::any_of(knobs.begin(), knobs.end(), may_not_be_read);
  return Error(denied ? ExitCode::no_permission : ExitCode::io, join(problems, "; "),
               denied ? std::string(kUnknown) + "; run as root" : kUnknown);
}

// The error that says so; empty if the mode is in force.
std::optional<Error> judge(const std::vector<KnobReading>& knobs) {
  std::vector<std::string> problems;
  for (const KnobReading& knob : knobs) {
    if (!knob.problem.empty()) problems.push_back(describe(knob));
  }
  if (problems.empty()) return std::nullopt;
  if (std::all_of(knobs.begin(), knobs.end(), is_fine_or_unknown)) return unknown_error(knobs, problems);
  const bool in_force = std::all_of(knobs.begin(), knobs.end(), [](const KnobReading& knob) {
    return knob.problem.empty() || knob.knob == Knob::overcurrent;
  });
  return Error(ExitCode::partial, join(problems, "; "),
               in_force ? "all knobs follow now, but earlier work was throttled; `pmode set` resets the count"
                        : "the mode is not in force; `pmode get` shows all knobs");
}

// What could not be read so far.
std::optional<Error> unread(const cli::Context& context) {
  try {
    context.require_all_read(kUnknown);
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

// Waits until the knobs follow.
std::optional<Error> watched(const VerifyOptions& options, const cli::Context& context, const Machine& machine,
                             const MachineState& expected) {
  const auto knobs =
      settle(machine, expected, context.clock, options.wait.settle_ns, [&] { return context.signals.stop() != 0; });
  note_different_clocks(context, machine, {});
  const std::optional<Error> error = judge(knobs);
  return error ? error : unread(context);
}

VerifyRow row_of(const cli::Context& context, const std::string& mode, const std::optional<Error>& error) {
  VerifyRow row{std::chrono::nanoseconds(context.clock.time_ns()),
                std::chrono::nanoseconds(context.clock.mono_ns()),
                mode,
                "follows",
                "",
                context.root.source()};
  if (!error) return row;
  row.status = error->code() == ExitCode::partial ? "deviates" : "NA";
  row.problem = error->what();
  return row;
}

int run(const VerifyOptions& options, cli::Context& context) {
  const bool prints = !options.rows.output.empty();
  check_rows_wanted(options.rows, prints, "add -o FILE");
  const Machine machine = machine_with_knobs(context.root);
  const MachineState expected = expected_state(context, machine, options.mode);
  std::optional<cli::RowStream> stream;
  if (prints) stream.emplace(context, options.rows, verify_rows().kind());
  std::optional<Error> error = unread(context);
  if (!error) error = watched(options, context, machine, expected);
  if (stream) verify_rows().write(stream->rows(), row_of(context, to_string(mode_of(machine, expected)), error));
  if (error) throw *error;
  return 0;
}

}  // namespace

cli::Subcommand verify_subcommand() {
  return cli::subcommand("verify", "Check whether a mode is in force, and name the knobs that deviate", declare, run);
}

}  // namespace wattline::pmode
