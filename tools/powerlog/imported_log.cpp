// SPDX-License-Identifier: Apache-2.0
#include "powerlog/imported_log.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"

namespace wattline::powerlog {

namespace {

void check_options(const ImportOptions& options, const std::string& file, bool timed) {
  if (timed && !options.start.empty()) throw usage_error("--start: the lines of " + file + " have times");
  if (!timed && options.start.empty() && options.interval_ns > 0) {
    throw usage_error("-i: the lines of " + file + " have no time", "--start gives that of the first one");
  }
  if (options.format == ImportFormat::pmic && !options.start.empty() && options.interval_ns == 0) {
    throw usage_error("--start requires -i");
  }
}

void report_spread(const Spread& spread, const ImportOptions& options, const std::string& file,
                   const cli::Context& context) {
  if (spread.shared == 0 && options.interval_ns > 0) {
    throw usage_error("-i: each line of " + file + " has a time of its own");
  }
  if (spread.shared == 0) return;
  const std::string how = options.interval_ns > 0     ? "are put -i apart"
                          : has_times(options.format) ? "are spread over it"
                                                      : "are spread over it; -i gives their interval";
  context.note(file + ": " + std::to_string(spread.shared) + " lines that share " + spread.unit + " " + how);
}

// No option gives the times of a table.
Error no_time(const std::string& file, const WrittenTime& first, ImportFormat format,
              const std::vector<std::string>& problems) {
  const bool may_lack_date = format == ImportFormat::meter && has_clock(first.text) && !take_date(first.text);
  return data_error(file + ": " + (problems.empty() ? "no row has a time" : problems.front()),
                    may_lack_date ? "--columns DATE,TIME,WATTS takes a date from another column" : "");
}

ImportOptions with_interval(ImportOptions options, const cli::Context& context) {
  constexpr std::int64_t kDefaultOfTegrastats = 1'000'000'000;
  if (options.interval_ns > 0 || options.start.empty()) return options;
  options.interval_ns = kDefaultOfTegrastats;
  context.note("the lines are taken to be 1 s apart, the default of tegrastats; -i gives another interval");
  return options;
}

// Gives lines that share a time those over which they are spread. Holds only these lines.
class Spreader {
 public:
  Spreader(const SharedTimes& shared, double interval_s, ImportedRows& rows)
      : shared_(shared), interval_s_(interval_s), rows_(rows) {}
  void add(const std::optional<double>& time_s, const std::vector<ImportedRail>& reading) {
    if (!group_.empty() && !(time_s && time_s == time_s_)) finish();
    time_s_ = time_s;
    group_.push_back(reading);
  }
  void finish() {
    if (group_.empty()) return;
    const auto times = time_s_ ? shared_.of_group(index_, *time_s_, group_.size(), interval_s_) : std::vector<double>();
    for (std::size_t i = 0; i < group_.size(); ++i) rows_.add(time_s_ ? std::optional(times[i]) : time_s_, group_[i]);
    ++index_;
    group_.clear();
  }

 private:
  const SharedTimes& shared_;
  double interval_s_;
  ImportedRows& rows_;
  std::size_t index_ = 0;  // of the group
  std::optional<double> time_s_;
  std::vector<std::vector<ImportedRail>> group_;
};

// The lines that `times` knows: others may have come since.
void write_rows(const ImportedFile& file, const LogTimes& times, const ImportOptions& options,
                const std::function<void(const std::optional<double>&, const std::vector<ImportedRail>&)>& write) {
  LineInstants instants(times.facts.opening_goes_back);
  long long lines = 0;
  file.read([&](const WrittenTime& written, const std::vector<ImportedRail>& reading) {
    if (lines++ >= times.lines) return;
    WrittenTime time = written;
    settle_date(time, times.facts.order, options.format == ImportFormat::tegrastats);
    write(instants.next(time), reading);
  });
}

void report_problems(const std::vector<std::string>& problems, const ImportedFile& file, const LogTimes& times,
                     cli::Context& context) {
  for (const std::string& problem : problems) context.warn(file.name + ": " + problem);
  const bool silent = !times.timed && problems.empty() && times.lines > 0;
  if (silent) context.note("the lines have no time, so time_s is NA; --start and -i give it");
}

}  // namespace

void write_log(const ImportedFile& file, const LogTimes& times, const ImportOptions& options, cli::Context& context) {
  const auto problems = times.problems.sentences();
  check_options(options, file.name, times.timed);
  if (!times.timed && has_times(options.format) && times.lines > 0) {
    throw no_time(file.name, times.first, options.format, problems);
  }
  const bool spreads = times.timed && (options.format == ImportFormat::tegrastats || !times.only_repeats);
  if (spreads) report_spread(times.shared.spread(), options, file.name, context);
  ImportedRows rows(with_interval(options, context), context);
  if (!file.rails.empty()) rows.learn(file.rails);
  if (options.start.empty()) report_problems(problems, file, times, context);
  Spreader spreader(times.shared, to_seconds(options.interval_ns), rows);
  write_rows(file, times, options, [&](const auto& time_s, const auto& reading) {
    spreads ? spreader.add(time_s, reading) : rows.add(time_s, reading);
  });
  spreader.finish();
  rows.finish(file.name);
}

void ImportedLog::add(WrittenTime time, std::vector<ImportedRail> reading) {
  for (const ImportedRail& rail : reading) {
    if (std::find(rails.begin(), rails.end(), rail.name) == rails.end()) rails.push_back(rail.name);
  }
  times.push_back(std::move(time));
  readings.push_back(std::move(reading));
}

void write_log(const ImportedLog& log, const ImportOptions& options, cli::Context& context) {
  const auto read = [&log](const TakeReading& take) {
    for (std::size_t i = 0; i < log.times.size(); ++i) take(log.times[i], log.readings[i]);
  };
  const ImportedFile file{log.file, log.rails, read};
  write_log(file, LogTimes(file, options.format), options, context);
}

}  // namespace wattline::powerlog
