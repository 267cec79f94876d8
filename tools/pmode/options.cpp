// SPDX-License-Identifier: Apache-2.0
#include "pmode/options.hpp"

#include "base/error.hpp"
#include "cli/first_given.hpp"
#include "cli/option_types.hpp"

namespace wattline::pmode {

namespace {

void declare_knobs(cli::App& app, KnobOptions& options) {
  app.add_option("--governor", options.governor, "CPU governor");
  cli::add_choice(app, "--cpuidle", options.idle_states, cli::Choices<bool>{{"on", true}, {"off", false}},
                  "Allow or forbid the idle states of the CPU");
  app.add_text_option("--fan", "TEXT", "max, auto, or a speed such as 60%",
                      [&options](const std::string& text) { options.fan = platform::parse_fan_setting(text); });
}

}  // namespace

void declare_mode_rules(cli::App& app, ModeOptions& options) {
  options.has_nearest = true;
  app.add_flag("--nearest", options.nearest, "Accept clocks far from a table entry, and round them to the nearest one");
  app.add_flag("--pin", options.pin, "Pin the clocks: minimum = maximum, EMC locked (default for CORES/CPU/GPU/EMC)");
  app.add_flag("--cap", options.cap, "Limit the clocks and leave DVFS on (default for an id or name)")
      .excludes(app.option("--pin"));
}

void refuse_mode_rules(const ModeOptions& options, const std::string& reason) {
  const char* option =
      cli::first_given({{"--pin", options.pin}, {"--cap", options.cap}, {"--nearest", options.nearest}});
  if (option != nullptr) throw usage_error(std::string(option) + ": " + reason, "leave it out");
}

void exclude(const cli::App& app, const std::string& option, const std::vector<std::string>& others) {
  for (const std::string& other : others) app.option(option).excludes(app.option(other));
}

void check_rows_wanted(const cli::RowOptions& rows, bool printed, const std::string& hint) {
  const char* option = cli::first_given(
      {{"--append", rows.append}, {"--columns", !rows.columns.empty()}, {"--no-header", rows.no_header}});
  if (!printed && option != nullptr) throw usage_error(std::string(option) + ": no rows are printed", hint);
}

void declare_before(cli::App& app, std::string& file) {
  app.add_option("--before", file, "File of the state that `restore --last` restores, instead of the current one");
}

void declare_settle(cli::App& app, WaitOptions& options) {
  cli::add_duration(app, "--settle", options.settle_ns, "Wait up to TIME for the clocks to follow [1s]");
}

void declare_lock_timeout(cli::App& app, WaitOptions& options) {
  cli::add_duration(app, "--wait", options.lock_timeout_ns, "Wait up to TIME for the lock [do not wait]");
}

void declare_change(cli::App& app, ChangeOptions& options) {
  declare_knobs(app, options.knobs);
  declare_mode_rules(app, options.mode);
  declare_settle(app, options.wait);
  declare_lock_timeout(app, options.wait);
  cli::declare_rows(app, options.rows);
}

}  // namespace wattline::pmode
