// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_powerjoular.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/timestamp.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/table_file.hpp"

namespace wattline::powerlog {

namespace {

struct RailColumn {
  std::size_t column;
  std::string rail;
};

// "Total Power", "CPU Power", "GPU Power", in W. The file of one process or application has no total.
std::vector<RailColumn> rail_columns(const ForeignTable& table) {
  constexpr std::string_view kPower = " Power";
  const bool is_of_process = !table.find("Total Power");
  std::vector<RailColumn> rails;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const std::string& name = table.names[i];
    if (!ends_with(name, kPower)) continue;
    const std::string rail = name.substr(0, name.size() - kPower.size());
    rails.push_back({i, rail == "Total" ? "powerjoular_total" : rail + (is_of_process ? "_process" : "")});
  }
  if (!rails.empty()) return rails;
  throw data_error(table.lines.name() + ": no power column of PowerJoular",
                   "PowerJoular calls it 'Total Power' or 'CPU Power'");
}

// "2026- 11- 27  8: 0: 1. 5": Ada's blank in front of each number, and milliseconds without zeros, here 5 of them.
std::optional<std::string> time_of_ada(const std::string& text) {
  if (text.find("- ") == std::string::npos) return std::nullopt;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, ms = 0, end = 0;
  const int count = std::sscanf(text.c_str(), "%4d-%3d-%3d %3d:%3d:%3d%n .%4d%n", &year, &month, &day, &hour, &minute,
                                &second, &end, &ms, &end);
  if (count < 6 || static_cast<std::size_t>(end) != text.size()) return std::nullopt;
  char plain[64];
  std::snprintf(plain, sizeof plain, "%04d-%02d-%02d %02d:%02d:%02d.%03d", year, month, day, hour, minute, second, ms);
  return plain;
}

WrittenTime time_of(const ForeignTable& row, std::size_t column) {
  const auto time = time_of_ada(row.fields[column]);
  return time ? read_time(*time) : row.time({column}, {});
}

}  // namespace

int import_powerjoular(const ImportOptions& options, cli::Context& context) {
  const io::RepeatedInput input(options.file);
  TableFile file(input);
  refuse_other_format(file.name(), file.current().header, options.format);
  const std::size_t time = file.current().require("Date");
  const std::vector<RailColumn> columns = rail_columns(file.current());
  std::vector<std::string> rails;
  for (const RailColumn& column : columns) rails.push_back(column.rail);
  file.write(rails, options, context, [&](ForeignTable& row, const TakeReading& take) {
    std::vector<ImportedRail> reading;
    for (const RailColumn& column : columns) reading.push_back({column.rail, row.watts(column.column, 1)});
    take(time_of(row, time), std::move(reading));
  });
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
