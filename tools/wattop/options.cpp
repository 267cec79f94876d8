// SPDX-License-Identifier: Apache-2.0
#include "wattop/options.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "cli/option_types.hpp"

namespace wattline::wattop {

void declare(cli::App& app, Options& options) {
  app.add_option("FILE", options.files,
                 "With --replay: rows of powerlog, of loadlog and of loadlog programs, a file of each");
  app.add_flag("--once", options.once, "Print one screen as text and end");
  app.add_flag("--replay", options.replay, "Show recorded rows at the pace at which they were recorded");
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between readings [1s]");
  app.add_option("--disk", options.disk, "Show the disk that holds this path [/; none under --root]");
  cli::add_choice(app, "--sort", options.order,
                  {{"board", RailOrder::board}, {"power", RailOrder::power}, {"name", RailOrder::name}},
                  "Order of the rails: as the board lists them, by power, or by name");
  cli::add_choice(app, "--programs", options.unit,
                  {{"processes", ProgramUnit::processes}, {"groups", ProgramUnit::groups}},
                  "Show process groups, or control groups, which containers are");
  app.add_flag("--ascii", options.ascii, "Draw with ASCII characters, also where the terminal knows UTF-8");
}

namespace {

// WATTLINE_TAGS is meant for other tools of a pipeline.
bool has_tags(const cli::Context& context) {
  return std::any_of(context.tags.begin(), context.tags.end(), [](const io::Tag& tag) { return !tag.unless_present; });
}

void check_replay(const Options& options) {
  constexpr std::size_t kMost = 3;
  const std::vector<std::string>& files = options.files;
  if (files.empty() || files.size() > kMost) {
    throw usage_error(
        "--replay: " + std::to_string(files.size()) + " files",
        "name one of powerlog, one of loadlog, one of loadlog programs: wattop --replay power.tsv load.tsv");
  }
  if (!options.once && std::find(files.begin(), files.end(), "-") != files.end())
    throw usage_error("--replay -: standard input has the keys", "name a file, or add --once");
  if (!options.disk.empty()) throw usage_error("--disk: recorded rows have the disk that they were recorded with");
  if (options.interval_ns != Options{}.interval_ns)
    throw usage_error("-i: recorded rows are shown at the pace at which they were recorded");
}

}  // namespace

void check(const Options& options, const cli::Context& context) {
  if (context.format != io::RowFormat::tsv || has_tags(context)) {
    throw usage_error(has_tags(context) ? "--tag: wattop prints no rows" : "--format: wattop prints no rows",
                      "powerlog and loadlog print them");
  }
  if (options.replay) return check_replay(options);
  if (!options.files.empty())
    throw usage_error(options.files.front() + ": a FILE requires --replay", "wattop --replay power.tsv load.tsv");
  if (options.interval_ns <= 0) throw usage_error("-i 0: the interval must be positive");
}

}  // namespace wattline::wattop
