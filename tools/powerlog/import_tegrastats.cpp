// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_tegrastats.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/units.hpp"
#include "platform/load/tegrastats.hpp"
#include "platform/load/tegrastats_times.hpp"
#include "powerlog/imported_rows.hpp"

namespace wattline::powerlog {

namespace {

// A log, read as a whole: its first line may be torn, and times and rails are known from all lines.
struct Log {
  std::vector<std::string> rails;
  std::vector<std::vector<ImportedRail>> readings;  // one per line
  std::vector<std::optional<Timestamp>> times;
  std::map<std::string, long long> not_understood;
};

Log read_log(platform::TegrastatsReader& reader) {
  Log log;
  platform::TegrastatsLine line;
  while (reader.next(line)) {
    std::vector<ImportedRail> rails;
    for (const auto& power : line.rails) {
      rails.push_back({power.rail, power.power_w});
      if (std::find(log.rails.begin(), log.rails.end(), power.rail) == log.rails.end()) log.rails.push_back(power.rail);
    }
    for (const std::string& text : line.not_understood) ++log.not_understood[text.substr(0, text.find(' '))];
    if (rails.empty()) continue;
    log.readings.push_back(std::move(rails));
    log.times.push_back(line.time);
  }
  return log;
}

void report(const platform::TegrastatsReader& reader, const Log& log, cli::Context& context) {
  const std::string& name = reader.file().name();
  if (reader.file().torn()) context.warn_torn(name);
  const long long other = reader.other() - reader.other_power();
  if (other > 0) context.note(name + ": " + std::to_string(other) + " lines that are not of tegrastats left out");
  if (reader.other_power() > 0) {
    context.warn(name + ": " + std::to_string(reader.other_power()) +
                 " lines with a power that are not whole lines of tegrastats left out");
  }
  for (const auto& [word, count] : log.not_understood) {
    context.warn(name + ": power after '" + word + "' not understood in " + std::to_string(count) + " lines");
  }
  const auto lacking = std::count_if(log.readings.begin(), log.readings.end(),
                                     [&](const auto& rails) { return rails.size() < log.rails.size(); });
  if (lacking > 0) context.warn(name + ": " + std::to_string(lacking) + " lines lack rails that other lines have");
  if (log.readings.empty()) context.warn(name + ": its lines have no power rail");
}

// The instants of the lines. An option that changes nothing is refused.
platform::LineTimes instants_of_log(const Log& log, const ImportOptions& options, const std::string& name,
                                    const cli::Context& context) {
  platform::LineTimes times = platform::resolve(log.times);
  const bool timed = std::any_of(times.begin(), times.end(), [](const auto& time) { return time.has_value(); });
  if (timed && !options.start.empty()) throw usage_error("--start: the lines of " + name + " have times");
  if (!timed && options.start.empty() && options.interval_ns > 0) {
    throw usage_error("-i: the lines of " + name + " have no time", "--start gives that of the first one");
  }
  if (!timed) return times;
  const long long shared = platform::spread_shared_seconds(times, to_seconds(options.interval_ns));
  if (shared == 0 && options.interval_ns > 0) throw usage_error("-i: each line of " + name + " has a time of its own");
  if (shared > 0) {
    const std::string how =
        options.interval_ns > 0 ? "are put -i apart" : "are spread over it; -i gives their interval";
    context.note(name + ": " + std::to_string(shared) + " lines that share a second " + how);
  }
  return times;
}

}  // namespace

int import_tegrastats(const ImportOptions& options, cli::Context& context) {
  platform::TegrastatsReader reader(options.file);
  const Log log = read_log(reader);
  ImportOptions chosen = options;
  const platform::LineTimes times = instants_of_log(log, options, reader.file().name(), context);
  if (chosen.interval_ns == 0 && !chosen.start.empty()) {
    constexpr std::int64_t kDefaultOfTegrastats = 1'000'000'000;
    chosen.interval_ns = kDefaultOfTegrastats;
    context.note("the lines are taken to be 1 s apart, the default of tegrastats; -i gives another interval");
  }
  ImportedRows rows(chosen, context);
  if (!log.readings.empty()) rows.learn(log.rails);
  for (std::size_t i = 0; i < log.readings.size(); ++i) rows.add(times[i], log.readings[i]);
  report(reader, log, context);
  rows.finish(reader.file().name());
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
