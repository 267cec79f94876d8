// SPDX-License-Identifier: Apache-2.0
#include "powerlog/imported_log.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/line_times.hpp"
#include "base/units.hpp"
#include "cli/time_problems.hpp"

namespace wattline::powerlog {

namespace {

bool is_table(ImportFormat format) {
  return format == ImportFormat::jtop || format == ImportFormat::meter;
}

void check_options(const ImportOptions& options, const std::string& file, bool timed) {
  if (timed && !options.start.empty()) throw usage_error("--start: the lines of " + file + " have times");
  if (!timed && options.start.empty() && options.interval_ns > 0) {
    throw usage_error("-i: the lines of " + file + " have no time", "--start gives that of the first one");
  }
  if (options.format == ImportFormat::pmic && !options.start.empty() && options.interval_ns == 0) {
    throw usage_error("--start requires -i");
  }
}

// Loggers repeat a row; meters with whole seconds have several readings in one.
bool only_repeats(const ImportedLog& log, const LineTimes& times) {
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] && times[i] == times[i - 1] && log.readings[i] != log.readings[i - 1]) return false;
  }
  return true;
}

void spread(LineTimes& times, const ImportOptions& options, const std::string& file, const cli::Context& context) {
  const Spread spread = spread_shared_times(times, to_seconds(options.interval_ns));
  if (spread.shared == 0 && options.interval_ns > 0) {
    throw usage_error("-i: each line of " + file + " has a time of its own");
  }
  if (spread.shared == 0) return;
  const std::string how = options.interval_ns > 0    ? "are put -i apart"
                          : is_table(options.format) ? "are spread over it"
                                                     : "are spread over it; -i gives their interval";
  context.note(file + ": " + std::to_string(spread.shared) + " lines that share a " + spread.unit + " " + how);
}

// No option gives the times of a table.
Error no_time(const ImportedLog& log, ImportFormat format, const std::vector<std::string>& problems) {
  const WrittenTime& first = log.times.front();
  const bool may_lack_date = format == ImportFormat::meter && has_clock(first.text) && !take_date(first.text);
  return data_error(log.file + ": " + (problems.empty() ? "no row has a time" : problems.front()),
                    may_lack_date ? "--columns DATE,TIME,WATTS takes a date from another column" : "");
}

ImportOptions with_interval(ImportOptions options, const cli::Context& context) {
  constexpr std::int64_t kDefaultOfTegrastats = 1'000'000'000;
  if (options.interval_ns > 0 || options.start.empty()) return options;
  options.interval_ns = kDefaultOfTegrastats;
  context.note("the lines are taken to be 1 s apart, the default of tegrastats; -i gives another interval");
  return options;
}

}  // namespace

void ImportedLog::add(WrittenTime time, std::vector<ImportedRail> reading) {
  for (const ImportedRail& rail : reading) {
    if (std::find(rails.begin(), rails.end(), rail.name) == rails.end()) rails.push_back(rail.name);
  }
  times.push_back(std::move(time));
  readings.push_back(std::move(reading));
}

void write_log(ImportedLog log, const ImportOptions& options, cli::Context& context) {
  settle_dates(log.times, options.format == ImportFormat::tegrastats);
  LineTimes times = resolve(log.times);
  const auto problems = cli::time_problems(log.times, times);
  const bool timed = std::any_of(times.begin(), times.end(), [](const auto& time) { return time.has_value(); });
  check_options(options, log.file, timed);
  if (!timed && is_table(options.format) && !times.empty()) throw no_time(log, options.format, problems);
  if (timed && !(options.format != ImportFormat::tegrastats && only_repeats(log, times))) {
    spread(times, options, log.file, context);
  }
  ImportedRows rows(with_interval(options, context), context);
  if (!log.rails.empty()) rows.learn(log.rails);
  if (options.start.empty()) {
    for (const std::string& problem : problems) context.warn(log.file + ": " + problem);
    const bool silent = !timed && problems.empty() && !times.empty();
    if (silent) context.note("the lines have no time, so time_s is NA; --start and -i give it");
  }
  for (std::size_t i = 0; i < times.size(); ++i) rows.add(times[i], log.readings[i]);
  rows.finish(log.file);
}

}  // namespace wattline::powerlog
