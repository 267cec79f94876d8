// SPDX-License-Identifier: Apache-2.0
#include "joules/options.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "cli/first_given.hpp"
#include "cli/option_types.hpp"

namespace wattline::joules {

void declare(cli::App& app, Options& options) {
  cli::declare_rows(app, options.rows);
  app.add_option("POWERFILE", options.power_files, "Power rows of powerlog");
  cli::add_list(app, "-r,--rail", options.rails, "Rails, one row each (repeatable) [TOTAL]");
  app.add_option("--intervals", options.input, "Interval rows [standard input]");
  cli::add_choice(app, "--join", options.clock, {{"mono", JoinClock::mono}, {"time", JoinClock::time}},
                  "Join by `mono` (one boot) or `time` (the wall clock)");
  app.add_option("--align", options.align, "The first mark of this file is the start of the first interval");
  app.add_flag("--interpolate", options.interpolate,
               "Interpolate the energy of intervals shorter than the sensor's window");
  cli::add_list(app, "--by", options.by,
                "Sum the rows with equal values in these columns; `stage` splits each step or request into its stages");
  app.add_flag("--all", options.all, "Sum all rows");
  app.add_option("--per", options.per,
                 "Divide the energy of the counted rows by the sum of this column, such as tokens or images");
  app.add_flag("--fit", options.fit,
               "With --by: fit the power of each group to readings that average over several intervals");
  app.add_option("--net", options.net, "Add net_energy_j, above the mean power in this powerlog summary");
  app.add_option("--account", options.accounts, "").allow_extra_args(false).group("");  // until the next release
  app.add_option("--calibrate", options.meter_file, "").group("");
  app.add_flag("--marks-end", options.marks_end, "Intervals are marks, and a mark ends its interval [begins it]");
  app.add_flag("--sort", options.sort, "Sort the interval rows first (they are then held in memory)");
  cli::add_duration(app, "--max-gap", options.max_gap_ns,
                    "Interpolate over gaps in the power rows up to this length [1s]");
  app.add_flag("--allow-mixed", options.allow_mixed, "Join measured with emulated or replayed rows");
  CommandOptions& command = options.command;
  app.add_option("--runs", command.runs, "With a command: run it this many times [1]").check(cli::positive());
  app.add_option("--warmup", command.warmup, "With a command: run it this many times more before, not counted")
      .check(cli::not_negative());
  cli::add_duration(app, "--idle", command.idle_ns, "With a command: measure the idle power for this long first");
  cli::add_duration(app, "-i,--interval", command.interval_ns, "With a command: time between power readings [100ms]");
  app.add_option("--log", command.log, "With a command: keep the power rows in this file");
  cli::declare_progress(app, command.progress,
                        "With a command: count steps by its progress bar, or by the group of REGEX in its output");
  app.add_flag("--as-root", command.as_root, "Under sudo, run the command as root and not as the calling user");
}

void declare_account(cli::App& app, Options& options) {
  app.add_option("-p,--program", options.accounts,
                 "NAME=LOADFILE[,STEPFILE]: tell the energy of this program from that of others (repeatable)")
      .allow_extra_args(false);
  app.add_option("--programs", options.programs,
                 "Tell the energies of the busiest programs in these rows of `loadlog programs`");
  app.add_flag("--control-groups", options.control_groups,
               "With --programs: of control groups, such as containers [of processes]");
  app.footer("The operands, and --rail, --max-gap and --allow-mixed, are those of `joules --help`.");
}

void declare_calibrate(cli::App& app, Options& options) {
  app.add_option("--meter", options.meter_file, "Fit the rails to the METER rows of this file").required();
  app.footer("The operands, and --rail, --join, --max-gap and --allow-mixed, are those of `joules --help`.");
}

namespace {

using Given = std::vector<cli::GivenOption>;

void refuse(const std::string& job, const Given& options) {
  const char* option = cli::first_given(options);
  if (option != nullptr)
    throw usage_error(std::string(option) + ": joules " + job + " does not use it", "leave it out");
}

Given options_of_intervals(const Options& options) {
  return {{"--by", !options.by.empty()},          {"--all", options.all},
          {"--per", !options.per.empty()},        {"--fit", options.fit},
          {"--interpolate", options.interpolate}, {"--net", !options.net.empty()},
          {"--align", !options.align.empty()},    {"--marks-end", options.marks_end},
          {"--intervals", options.input != "-"},  {"--sort", options.sort}};
}

Given options_of_command(const CommandOptions& options) {
  const CommandOptions usual;
  return {{"--runs", options.runs != usual.runs},
          {"--warmup", options.warmup != usual.warmup},
          {"--idle", options.idle_ns != usual.idle_ns},
          {"--interval", options.interval_ns != usual.interval_ns},
          {"--log", !options.log.empty()},
          {"--progress", options.progress.given},
          {"--as-root", options.as_root}};
}

void check_account(const Options& options) {
  if (options.clock != JoinClock::mono) {
    throw usage_error("--join time: joules account joins by the monotonic clock",
                      "record power and programs in one boot, and leave it out");
  }
  if (options.accounts.empty() && options.programs.empty()) {
    throw usage_error("joules account requires --program or --programs",
                      "--programs FILE, with the rows of loadlog programs");
  }
  if (!options.accounts.empty() && !options.programs.empty()) {
    throw usage_error("--program and --programs: give one of them",
                      "--programs takes the busiest programs, --program those that you name");
  }
  if (options.control_groups && options.programs.empty()) {
    throw usage_error("--control-groups requires --programs", "--programs FILE, with the rows of loadlog programs");
  }
}

void check_command(const Options& options) {
  const Options usual;
  if (!options.power_files.empty()) {
    throw usage_error(options.power_files.front() + ": joules measures a command or reads recorded rows",
                      "leave out the POWERFILE or the command");
  }
  refuse("-- COMMAND", options_of_intervals(options));
  refuse("-- COMMAND", {{"--join", options.clock != usual.clock},
                        {"--max-gap", options.max_gap_ns != usual.max_gap_ns},
                        {"--allow-mixed", options.allow_mixed}});
  const cli::RowOptions& rows = options.rows;
  if (rows.output.empty() && (rows.append || rows.no_header || !rows.columns.empty() || !rows.meta.empty()))
    throw usage_error("--append, --columns, --no-header and --meta require -o FILE: standard output is the command's");
  if (rows.output == "-") throw usage_error("-o " + rows.output + ": standard output is the command's", "name a file");
  if (!rows.output.empty() && rows.output == options.command.log)
    throw usage_error("--log " + rows.output + ": -o names the same file", "name another one");
  if (options.command.interval_ns <= 0) throw usage_error("-i 0: the interval must be positive");
}

}  // namespace

void check(const Options& options, bool runs_command) {
  if (runs_command) return check_command(options);
  const char* of_command = cli::first_given(options_of_command(options.command));
  if (of_command != nullptr) throw usage_error(std::string(of_command) + ": requires a command", "joules -- COMMAND");
  if (options.power_files.empty()) {
    throw usage_error("a POWERFILE or a command is required", "joules -- COMMAND, or joules POWERFILE < INTERVALS");
  }
  for (const std::string& file : options.power_files) {
    if (file != "-" && ::access(file.c_str(), F_OK) != 0 && errno == ENOENT)
      throw os_error(file, ENOENT, "to measure a command, write joules -- COMMAND");
  }
  if (options.job != Job::join) {
    refuse(options.job == Job::account ? "account" : "calibrate", options_of_intervals(options));
    if (options.job == Job::account) check_account(options);
    return;
  }
  if (std::find(options.by.begin(), options.by.end(), options.per) != options.by.end())
    throw usage_error("--per " + options.per + ": --by names the same column", "leave one of them out");
  if (options.all && (!options.by.empty() || !options.per.empty()))
    throw usage_error(std::string("--all and ") + (options.by.empty() ? "--per" : "--by") + ": give one of them");
  if (options.fit && options.by.empty()) throw usage_error("--fit requires --by", "joules --by stage --fit POWERFILE");
  if (options.fit && options.interpolate) throw usage_error("--fit and --interpolate: give one of them");
}

}  // namespace wattline::joules
