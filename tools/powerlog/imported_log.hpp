// SPDX-License-Identifier: Apache-2.0
// Power rows of a recorded file, which is gone through twice: times and rails are known from all lines.
#pragma once
#include <string>
#include <vector>

#include "base/timestamp.hpp"
#include "cli/context.hpp"
#include "powerlog/import_options.hpp"
#include "powerlog/log_times.hpp"

namespace wattline::powerlog {

// Writes the rows, each at its time. Lines that share a second are spread over it, unless a table only repeats rows. An
// option that changes nothing is refused; times that were not read are warned of.
void write_log(const ImportedFile& file, const LogTimes& times, const ImportOptions& options, cli::Context& context);

// The lines of a log that is held in memory.
struct ImportedLog {
  std::string file;
  std::vector<std::string> rails{};
  std::vector<WrittenTime> times{};  // one per line
  std::vector<std::vector<ImportedRail>> readings{};

  void add(WrittenTime time, std::vector<ImportedRail> reading);
};
void write_log(const ImportedLog& log, const ImportOptions& options, cli::Context& context);

}  // namespace wattline::powerlog
