// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_tegrastats.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "platform/load/tegrastats.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/imported_log.hpp"

namespace wattline::powerlog {

namespace {

using Counts = std::map<std::string, long long>;

ImportedLog read_log(platform::TegrastatsReader& reader, Counts& not_understood) {
  ImportedLog log{reader.file().name()};
  for (platform::TegrastatsLine line; reader.next(line);) {
    std::vector<ImportedRail> rails;
    for (const auto& power : line.rails) rails.push_back({power.rail, power.power_w});
    for (const std::string& text : line.not_understood) ++not_understood[text.substr(0, text.find(' '))];
    log.add(std::move(line.time), std::move(rails));  // without a rail, too: it stands for an interval
  }
  return log.rails.empty() ? ImportedLog{reader.file().name()} : log;
}

void report(const platform::TegrastatsReader& reader, const ImportedLog& log, const Counts& not_understood,
            cli::Context& context) {
  const std::string& name = reader.file().name();
  if (reader.file().torn()) context.warn_torn(name);
  const long long other = reader.other() - reader.other_power();
  if (other > 0) context.note(name + ": " + std::to_string(other) + " lines that are not of tegrastats left out");
  if (reader.other_power() > 0) {
    context.warn(name + ": " + std::to_string(reader.other_power()) +
                 " lines with a power that are not whole lines of tegrastats left out");
  }
  for (const auto& [word, count] : not_understood) {
    context.warn(name + ": power after '" + word + "' not understood in " + std::to_string(count) + " lines");
  }
  const auto lacking = std::count_if(log.readings.begin(), log.readings.end(),
                                     [&](const auto& rails) { return rails.size() < log.rails.size(); });
  if (lacking > 0) context.warn(name + ": " + std::to_string(lacking) + " lines lack rails that other lines have");
  if (log.readings.empty()) context.warn(name + ": its lines have no power rail");
}

}  // namespace

int import_tegrastats(const ImportOptions& options, cli::Context& context) {
  platform::TegrastatsReader reader(options.file);
  Counts not_understood;
  ImportedLog log = read_log(reader, not_understood);
  if (log.readings.empty()) refuse_other_format(log.file, reader.first_other(), options.format);
  reader.require_found();
  report(reader, log, not_understood, context);
  write_log(log, options, context);
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
