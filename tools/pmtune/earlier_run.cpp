// SPDX-License-Identifier: Apache-2.0
#include "pmtune/earlier_run.hpp"

#include <sys/stat.h>

#include <string>

#include "base/parse.hpp"
#include "io/caller.hpp"
#include "io/meta.hpp"

namespace wattline::pmtune {

namespace {

void warn_of_another_command(cli::Context& context, const std::string& file) {
  std::string problem;
  for (const auto& [name, value] : io::read_meta(file + ".meta", problem)) {
    const std::size_t at = value.find(" -- ");
    const std::string now = join(context.command, " ");
    if (name != "argv" || at == std::string::npos || now.empty()) continue;
    if (value.substr(at + 4) != now) context.warn(file + ": rows of another command: " + value.substr(at + 4));
  }
}

}  // namespace

std::vector<model::ModeReading> earlier_readings(cli::Context& context, const Options& options) {
  const io::AsCaller rights;
  struct stat status {};
  if (options.resume.empty() || ::stat(options.resume.c_str(), &status) != 0) return {};
  warn_of_another_command(context, options.resume);
  std::vector<model::ModeReading> readings;
  for (const io::ProfileRow& row : cli::read_table(context, options.resume, io::ProfileNeeds::outcome, {}).rows) {
    if (!row.minibatch_ms || !row.power_w) continue;
    readings.push_back({model::to_mode(row.mode), *row.minibatch_ms, *row.power_w, 0, 0});
  }
  return readings;
}

}  // namespace wattline::pmtune
