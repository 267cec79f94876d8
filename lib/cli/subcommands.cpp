// SPDX-License-Identifier: Apache-2.0
#include "cli/subcommands.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "base/parse.hpp"
#include "cli/usage.hpp"

namespace wattline::cli {

namespace {

void declare(const App& app, const Subcommand& subcommand, const std::string& name, const Subcommand*& chosen) {
  CLI::App* sub = app.parser().add_subcommand(name, subcommand.purpose);
  if (name != subcommand.name) sub->group("");
  sub->fallthrough();  // --root and the other common options may follow the subcommand
  sub->callback([&chosen, &subcommand] { chosen = &subcommand; });
  if (subcommand.wraps_command) show_command_in_usage(*sub);
  App own(*sub);
  if (subcommand.declare) subcommand.declare(own);
}

void add_rows(std::vector<const io::RowKind*>& all, const std::vector<const io::RowKind*>& more) {
  for (const io::RowKind* kind : more) {
    if (std::find(all.begin(), all.end(), kind) == all.end()) all.push_back(kind);
  }
}

std::vector<const CLI::Option*> options_of(CLI::App& app) {
  const auto options = app.get_options();
  return {options.begin(), options.end()};
}

// Options of the default action that the subcommand would ignore.
void refuse_given(const std::vector<const CLI::Option*>& options, const CLI::App& tool, const Subcommand& chosen) {
  for (const CLI::Option* option : options) {
    if (option->count() == 0) continue;
    const std::string name = option->get_name(), program = tool.get_name() + " " + chosen.name;
    if (tool.get_subcommand(chosen.name)->get_option_no_throw(name) != nullptr) {
      throw usage_error(name + ": write it after " + program);
    }
    throw usage_error(name + ": " + program + " has no such option", "see " + program + " --help");
  }
}

std::vector<std::string> names_of_wrapping(const About& about, const DefaultAction& without_subcommand) {
  std::vector<std::string> names = about.subcommands_that_wrap;
  if (without_subcommand.wraps_command) names.insert(names.begin(), about.name);
  return names;
}

}  // namespace

int run_subcommands(int argc, char** argv, About about, const std::vector<Subcommand>& subcommands,
                    const DefaultAction& without_subcommand) {
  about.requires_subcommand = !without_subcommand.run;
  const std::vector<const io::RowKind*> default_rows = about.rows;
  add_rows(about.rows, without_subcommand.optional_rows);
  for (const Subcommand& subcommand : subcommands) {
    add_rows(about.rows, subcommand.rows);
    if (subcommand.reads_stdin) about.subcommands_that_read.push_back(subcommand.name);
    if (subcommand.wraps_command) about.subcommands_that_wrap.push_back(subcommand.name);
    if (!subcommand.uses_root) about.subcommands_without_root.push_back(subcommand.name);
  }
  const std::vector<std::string> wrapping = names_of_wrapping(about, without_subcommand);
  about.wraps_command = !wrapping.empty();
  std::vector<const CLI::Option*> own;
  const CLI::App* tool = nullptr;
  const Subcommand* chosen = nullptr;
  const auto declare_all = [&](App& app) {
    // In `cachestat warm evict`, evict is a PATH; otherwise only the last subcommand would run.
    app.parser().require_subcommand(0, 1);
    if (without_subcommand.declare) without_subcommand.declare(app);
    tool = &app.parser();
    if (without_subcommand.owns_options) own = options_of(app.parser());
    for (const Subcommand& subcommand : subcommands) {
      declare(app, subcommand, subcommand.name, chosen);
      if (!subcommand.other_name.empty()) declare(app, subcommand, subcommand.other_name, chosen);
    }
    if (without_subcommand.wraps_command) show_command_in_usage(app.parser());  // later subcommands would have it, too
  };
  return run_tool(argc, argv, about, declare_all, [&](Context& context) {
    if (chosen == nullptr && !without_subcommand.run) {
      throw usage_error("a subcommand is required", "see " + about.name + " --help");
    }
    if (chosen != nullptr) refuse_given(own, *tool, *chosen);
    const bool wraps = chosen != nullptr ? chosen->wraps_command : without_subcommand.wraps_command;
    const bool takes = !wraps && without_subcommand.take_operands && !context.command.empty();
    if (takes && without_subcommand.take_operands(context.command)) context.command.clear();
    if (!context.command.empty() && !wraps) {
      throw usage_error(
          "-- " + context.command.front() + ": " + (chosen ? chosen->name : about.name) + " runs no command",
          "only " + join(wrapping, " and ") + " can be followed by -- COMMAND");
    }
    check_tags(context, chosen != nullptr ? chosen->rows : default_rows);
    return chosen != nullptr ? chosen->run(context) : without_subcommand.run(context);
  });
}

}  // namespace wattline::cli
