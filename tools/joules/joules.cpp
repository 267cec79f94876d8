// SPDX-License-Identifier: Apache-2.0
#include "joules/joules.hpp"

#include <memory>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/passed_text.hpp"
#include "cli/terminal_input.hpp"
#include "io/mark_rows.hpp"
#include "io/tsv_reader.hpp"
#include "joules/accounts.hpp"
#include "joules/calibrate.hpp"
#include "joules/energy_printer.hpp"
#include "joules/group_power.hpp"
#include "joules/intervals.hpp"
#include "joules/joiner.hpp"
#include "joules/measure_command.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

namespace {

constexpr const char* kExamples =
    "  joules -- gzip -kf FILE                         the energy of a command\n"
    "  joules --runs 5 --idle 5s -- gzip -kf FILE      its mean and spread, net of idle\n"
    "  joules --by epoch power.tsv < steps.tsv         the energy of each epoch\n"
    "  joules --by epoch,stage power.tsv < steps.tsv   and of stall and compute\n"
    "  joules --per images power.tsv < steps.tsv       and of an image\n"
    "  joules power.tsv < steps.tsv                    every step that the sensor resolves\n"
    "  joules -r VDD_GPU_SOC,VDD_CPU_CV power.tsv < epochs.tsv";

constexpr const char* kMissingEnd = "no mark follows, and no row says when the log ended";

double first_mark_s(const std::string& path, JoinClock clock) {
  io::TsvReader reader(path);
  const std::size_t column = reader.require(clock == JoinClock::time ? "time_s" : "mono_s");
  const io::MarkColumns marks(reader);
  while (reader.next()) {
    if (marks.kind(reader) == io::MarkKind::mark) return reader.required_number(column);
  }
  throw data_error("--align " + path + ": no marks");
}

// What keeps the rail from being fitted: that the time over which a reading averages is not known, or not always the
// same.
std::optional<Error> no_fit(const PowerStream& power, std::size_t rail, const std::string& name) {
  const RailFacts common = power.facts(rail);
  if (!common.counter && common.window_s <= 0) {
    return data_error("--fit: the averaging time of " + name + " is not known",
                      "give power rows of powerlog with their .meta file");
  }
  for (const auto& file : power.files()) {
    const RailFacts& facts = file->facts(rail);
    const bool has_rail = facts.counter || facts.window_s > 0;
    if (has_rail && (facts.counter != common.counter || facts.window_s != common.window_s)) {
      return data_error("--fit: " + file->path() + ": another averaging time of " + name + " than in other files",
                        "fit the files one at a time");
    }
  }
  return std::nullopt;
}

// With --by the power of the groups is fitted, too: for those that the readings do not resolve.
std::optional<GroupPower> make_fit(const PowerStream& power, const Options& options) {
  if (!sums(options) || options.interpolate) return std::nullopt;
  std::vector<RailFacts> facts;
  for (std::size_t rail = 0; rail < options.rails.size(); ++rail) {
    const auto problem = no_fit(power, rail, options.rails[rail]);
    if (problem && options.fit) throw *problem;
    if (problem) return std::nullopt;
    facts.push_back(power.facts(rail));
  }
  return GroupPower(facts, options.fit);
}

void report_overlaps(const IntervalQueue& intervals, cli::Context& context) {
  if (const auto overlaps = intervals.overlaps_in_groups(); overlaps > 0)
    context.note(std::to_string(overlaps) +
                 " rows begin before another one ends: the time that they share counts once");
  if (const auto overlaps = intervals.overlaps_between_groups(); overlaps > 0)
    context.warn("rows that begin before one of another group ends: " + std::to_string(overlaps) +
                 "; the energy of the time that they share is in both");
}

int join_energy(const Options& options, cli::Context& context) {
  PowerStream power(options.power_files, options.rails, options.clock, options.allow_mixed, context);
  cli::say_if_typed(context, options.input, "intervals: rows of steps or marks",
                    "redirect standard input from their file, or measure a command: joules -- COMMAND");
  IntervalReader intervals(options.input,
                           {options.clock, options.sort, options.by, 0, options.marks_end, options.per, sums(options)});
  if (!options.align.empty()) intervals.align_to(first_mark_s(options.align, options.clock));
  const std::vector<std::string> names = intervals.names();
  const bool one_boot = options.clock == JoinClock::mono && options.align.empty();
  std::optional<GroupPower> groups = make_fit(power, options);
  GroupPower* const fit = groups ? &*groups : nullptr;
  Joiner joiner(power, intervals, options.rails, {to_seconds(options.max_gap_ns), one_boot, fit});
  EnergyPrinter printer(options, names, context, power, fit);
  bool any = false;
  joiner.run([&](const Interval& interval) {
    any = true;
    printer.add(interval);
  });
  printer.print_sums();
  printer.report_missing(context);
  report_overlaps(intervals.queue(), context);
  cli::note_passed_text(context, "intervals", intervals.text());
  if (intervals.torn()) context.warn_torn("intervals");
  if (const auto mark = intervals.mark_without_end()) {
    context.warn("intervals: the last mark, '" + *mark + "', has no end and was left out: " + kMissingEnd);
  } else if (!any) {
    context.note("intervals: none were read");
  }
  for (const auto& file : power.files()) {
    if (file->torn()) context.warn_torn(file->path());
  }
  return to_int(ExitCode::ok);
}

// The earlier names of the subcommands, until the next release.
Options without_old_names(const Options& options, const cli::Context& context) {
  Options current = options;
  if (options.job == Job::join && !options.accounts.empty()) {
    context.note("--account: now `joules account --program NAME=LOADFILE`; this name goes with the next release");
    current.job = Job::account;
  } else if (options.job == Job::join && !options.meter_file.empty()) {
    context.note("--calibrate: now `joules calibrate --meter FILE`; this name goes with the next release");
    current.job = Job::calibrate;
  }
  const bool both = !current.accounts.empty() && !current.meter_file.empty();
  if (both) throw usage_error("--account and --calibrate: give one of them");
  return current;
}

}  // namespace

cli::About about() {
  return {"joules",
          "Measure the energy of a command, or of every interval of a recording",
          kExamples,
          {&energy_kind(), &account_kind(), &calibration_rows().kind()}};
}

cli::Actions actions() {
  const auto options = std::make_shared<Options>();
  const auto make = [&](const char* name, const char* purpose, void (*declare_own)(cli::App&, Options&), Job job) {
    return cli::Subcommand{name, purpose, [=](cli::App& app) { declare_own(app, *options); },
                           [=](cli::Context& context) {
                             options->job = job;
                             return run(*options, context);
                           }};
  };
  return {{make("account", "Tell the energies of programs that run at the same time", declare_account, Job::account),
           make("calibrate", "Fit rails to the readings of a power meter", declare_calibrate, Job::calibrate)},
          {[options](cli::App& app) { declare(app, *options); },
           [options](cli::Context& context) { return run(*options, context); },
           {},
           {},
           true}};
}

int run(const Options& options, cli::Context& context) {
  const Options current = without_old_names(options, context);
  const bool runs_command = !context.command.empty();
  check(current, runs_command);
  if (runs_command) return measure_command(current, context);
  switch (current.job) {
    case Job::account:
      return print_accounts(current, context);
    case Job::calibrate:
      return calibrate(current, context);
    case Job::join:
      break;
  }
  return join_energy(current, context);
}

}  // namespace wattline::joules
