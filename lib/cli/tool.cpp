// SPDX-License-Identifier: Apache-2.0
#include "cli/tool.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "base/parse.hpp"
#include "cli/log.hpp"
#include "cli/option_types.hpp"
#include "cli/output_files.hpp"
#include "cli/usage.hpp"
#include "cli/usage_error.hpp"
#include "io/caller.hpp"
#include "io/filesystem.hpp"
#include "io/system_clock.hpp"
#include "version.hpp"

namespace wattline::cli {

namespace {

constexpr const char* kRootVariable = "WATTLINE_ROOT";

struct CommonOptions {
  std::string old_spelling;  // the note about it
  std::string root = "/";
  bool root_given = false;
  bool uses_root = true;
  int verbose = 0;
  bool quiet = false;
  bool list_columns = false;
  std::vector<std::string> tags;
  io::RowFormat format = io::RowFormat::tsv;
};

// The suite's own arguments end at the first "--"; what follows belongs to the wrapped command.
std::vector<std::string> split_command(std::vector<std::string>& arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end()) return {};
  std::vector<std::string> command(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return command;
}

// A mode may begin with "-" (keep the cores): a blank in front stops CLI11 from taking it for an option.
void protect_modes(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments) {
    if (argument.compare(0, 2, "-/") == 0) argument.insert(0, " ");
  }
}

void declare_common(CLI::App& app, CommonOptions& common, const About& about) {
  app.add_option("--root", common.root, "Directory of the machine's files (/sys, /proc, /etc ...)")
      ->envname(kRootVariable)
      ->each([&common](const std::string&) { common.root_given = true; })
      ->capture_default_str();
  app.add_option("--tag", common.tags, "Constant column NAME=VALUE in front of each row (repeatable)")
      ->allow_extra_args(false);
  App options(app);
  add_choice(options, "--format", common.format, {{"tsv", io::RowFormat::tsv}, {"jsonl", io::RowFormat::jsonl}},
             "Format of rows; jsonl: one JSON object per line");
  if (!about.rows.empty())
    app.add_flag("--list-columns", common.list_columns, "Print name, unit and meaning of each column");
  app.add_flag("-v,--verbose", common.verbose, "Report more on stderr (repeatable)");
  app.add_flag("-q,--quiet", common.quiet, "Do not print warnings");
  app.set_version_flag("-V,--version", about.name + " (wattline) " + kVersion + "\nSend reports to " + kReports);
  const bool has_subcommands = !app.get_subcommands([](const CLI::App*) { return true; }).empty();
  const std::string own_options = "A subcommand's own options: " + about.name + " SUBCOMMAND --help\n\n";
  app.footer((has_subcommands ? own_options : "") + "Examples:\n" + about.examples);
}

io::Tag parse_tag(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) throw usage_error("--tag '" + text + "': not NAME=VALUE");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

// WATTLINE_TAGS holds NAME=VALUE pairs separated by commas. It is meant for every tool of a pipeline: --tag replaces a
// tag of it, and rows that have a column of the name already keep theirs.
std::vector<io::Tag> collect_tags(const CommonOptions& common) {
  std::vector<io::Tag> given, tags;
  for (const std::string& text : common.tags) given.push_back(parse_tag(text));
  const char* environment = std::getenv("WATTLINE_TAGS");
  if (environment != nullptr && *environment != '\0') {
    for (const std::string_view part : split(environment, ',')) {
      io::Tag tag = parse_tag(std::string(part));
      tag.unless_present = true;
      const bool replaced =
          std::any_of(given.begin(), given.end(), [&](const io::Tag& by) { return by.name == tag.name; });
      if (!replaced) tags.push_back(std::move(tag));
    }
  }
  tags.insert(tags.end(), given.begin(), given.end());
  return tags;
}

int list_columns(const About& about, io::RowFormat format) {
  static const io::RowKind kind{
      "columns", {{"row", "", 0, ""}, {"column", "", 0, ""}, {"unit", "", 0, ""}, {"meaning", "", 0, ""}}};
  io::Output out = io::Output::to_stdout();
  io::TsvWriter writer(out, kind, {{}, {}, true, format});
  for (const io::RowKind* row : about.rows) {
    for (const io::Column& column : row->columns) {
      writer.text(row->name).text(column.name).text(column.unit.empty() ? "text" : column.unit).text(column.help);
      writer.end_row();
    }
  }
  return to_int(ExitCode::ok);
}

io::Root open_root(const std::string& directory) {
  try {
    return io::Root(directory);
  } catch (const Error& error) {
    if (error.code() != ExitCode::unavailable) throw;
    const char* mount = "mount one with `jetsim mount --board agx-orin DIR` or name an existing tree";
    throw unavailable(std::string("--root ") + error.what(), error.hint().empty() ? mount : error.hint());
  }
}

// A command that the tool wraps finds the same machine, from whatever folder it runs in.
void hand_down(const io::Root& root) {
  if (root.is_host()) {
    ::unsetenv(kRootVariable);
  } else {
    ::setenv(kRootVariable, root.directory().c_str(), 1);
  }
}

// A mode for an emulated board would be set on this machine.
void note_removed_root(const Context& context, bool root_given) {
  if (root_given || !context.root.is_host()) return;
  const std::string removed = io::removed_by_sudo(kRootVariable).value_or("");
  if (removed.empty() || removed == "/") return;
  context.note(std::string("sudo has removed ") + kRootVariable + "=" + removed +
               ": this machine is used; write `sudo --preserve-env=" + kRootVariable + "` for that one");
}

int run_parsed(const About& about, const CommonOptions& common, std::vector<std::string> argv,
               std::vector<std::string> command, const std::function<int(Context&)>& run) {
  set_log_level(common.quiet, common.verbose);
  if (common.list_columns) return list_columns(about, common.format);
  if (!about.wraps_command && !command.empty()) {
    throw usage_error("-- " + command.front() + ": " + about.name + " runs no command");
  }
  io::Root root = common.uses_root ? open_root(common.root) : io::Root();
  hand_down(root);
  io::SystemClock clock(root.emulation());
  io::Output out = io::Output::to_stdout();
  io::Signals signals;
  Context context{std::move(root), clock, out, signals};
  context.command = std::move(command);
  context.tags = collect_tags(common);
  context.format = common.format;
  context.tool = about.name;
  context.argv = std::move(argv);
  context.verbosity = common.quiet ? -1 : common.verbose;
  context.log = log_line;
  if (common.uses_root) note_removed_root(context, common.root_given);
  if (!common.old_spelling.empty()) context.note(common.old_spelling);
  int status;  // every path but an exception assigns it
  try {
    status = run(context);
  } catch (const Error&) {
    context.warn_unread();
    throw;
  }
  context.warn_unread();
  return status == to_int(ExitCode::ok) && context.partial ? to_int(ExitCode::partial) : status;
}

bool is_one_of(const std::vector<std::string>& names, const std::vector<const CLI::App*>& chosen) {
  return std::any_of(chosen.begin(), chosen.end(), [&](const CLI::App* sub) {
    return std::find(names.begin(), names.end(), sub->get_name()) != names.end();
  });
}

std::vector<const CLI::App*> chosen_by(const CLI::App& app) {
  const auto given = app.get_subcommands();
  return {given.begin(), given.end()};
}

Accepted accepted_by(const CLI::App& app, const About& about) {
  const std::vector<const CLI::App*> chosen = chosen_by(app);
  Accepted accepted;
  accepted.program = about.name;
  for (const CLI::App* sub : chosen) accepted.program += " " + sub->get_name();
  accepted.rows = about.reads_stdin || is_one_of(about.subcommands_that_read, chosen);
  accepted.command = chosen.empty() ? about.wraps_command : is_one_of(about.subcommands_that_wrap, chosen);
  accepted.a_subcommand = about.requires_subcommand && chosen.empty();
  return accepted;
}

}  // namespace

void check_tags(const Context& context, const std::vector<const io::RowKind*>& kinds) {
  io::WriterOptions options;
  options.tags = context.tags;
  for (io::Tag& tag : options.tags) tag.unless_present = false;
  for (const io::RowKind* kind : kinds) io::header_line(*kind, options);
}

int run_tool(int argc, char** argv, const About& about, const std::function<void(App&)>& setup,
             const std::function<int(Context&)>& run) {
  start_logging(about.name);
  if (::geteuid() == 0) ::umask(::umask(S_IWGRP | S_IWOTH) | S_IWGRP | S_IWOTH);  // only root changes what root made
  std::vector<std::string> all(argv, argv + argc);
  std::vector<std::string> arguments(all.begin() + (all.empty() ? 0 : 1), all.end());
  std::vector<std::string> command = split_command(arguments);
  protect_modes(arguments);
  CommonOptions common;
  common.old_spelling = replace_old_spelling(about.name, about.old_spellings, arguments);
  CLI::App app(about.purpose, about.name);
  try {
    format_help(app);
    App options(app);
    setup(options);
    const bool has_subcommands = !app.get_subcommands([](const CLI::App*) { return true; }).empty();
    if (about.wraps_command && !has_subcommands) show_command_in_usage(app);
    declare_common(app, common, about);
    check_numbers(app);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(arguments);
    check_output_files(app);
    common.uses_root = !is_one_of(about.subcommands_without_root, chosen_by(app));
    return run_parsed(about, common, std::move(all), std::move(command), run);
  } catch (const CLI::Success& help) {
    if (const auto unknown = unknown_subcommand(app, accepted_by(app, about))) return log_error(*unknown);
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return log_error(usage_error_of(error, app, accepted_by(app, about)));
  } catch (const Error& error) {
    return log_error(error);
  } catch (const fs::filesystem_error& error) {
    return log_error(os_error(error.path1().string(), error.code().value()));
  } catch (const std::system_error& error) {  // std::thread throws it
    return log_error(Error(ExitCode::os, "a thread cannot be started: " + error.code().message(),
                           "allow more processes (ulimit -u, pids.max of the cgroup)"));
  } catch (const std::bad_alloc&) {
    return log_error(Error(ExitCode::software, "out of memory"));
  } catch (const std::exception& error) {
    return log_error(Error(ExitCode::software, std::string("internal error: ") + error.what(),
                           std::string("please report it to ") + kReports));
  }
}

}  // namespace wattline::cli
