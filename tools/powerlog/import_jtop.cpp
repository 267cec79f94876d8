// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_jtop.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/json_documents.hpp"
#include "powerlog/jtop_json.hpp"
#include "powerlog/jtop_rails.hpp"
#include "powerlog/table_file.hpp"

namespace wattline::powerlog {

namespace {

// The columns with a power, and the rail of each.
struct RailColumns {
  std::vector<std::size_t> columns;
  std::vector<std::string> rails;
};

RailColumns rail_columns(const ForeignTable& table, const std::vector<std::string>& misnamed) {
  RailColumns found;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const auto rail = jtop_rail_of(table.names[i]);
    if (!rail || std::find(misnamed.begin(), misnamed.end(), table.names[i]) != misnamed.end()) continue;
    found.columns.push_back(i);
    found.rails.push_back(*rail);
  }
  if (!found.rails.empty()) return found;
  throw data_error(table.lines.name() + ": no power column of jtop",
                   "jetson_stats calls it 'power cur' or 'Power NAME'");
}

int import_table(const io::RepeatedInput& input, const ImportOptions& options, cli::Context& context) {
  TableFile file(input);
  const ForeignTable& table = file.current();
  refuse_other_format(file.name(), table.header, options.format);
  const std::size_t time = table.require("time");
  const std::vector<std::string> misnamed = jtop_misnamed(table.names);
  RailColumns found = rail_columns(table, misnamed);
  note_misnamed(file.name(), misnamed, context);
  const ImportOptions named = settle_jtop_total(found.rails, table.find("Power TOT").has_value(), options, context);
  file.write(found.rails, named, context, [&](ForeignTable& row, const TakeReading& take) {
    std::vector<ImportedRail> reading;
    for (std::size_t i = 0; i < found.rails.size(); ++i) {
      reading.push_back({found.rails[i], row.watts(found.columns[i], kJtopWatt)});
    }
    take(row.time({time}, {}), std::move(reading));
  });
  return to_int(ExitCode::ok);
}

}  // namespace

int import_jtop(const ImportOptions& options, cli::Context& context) {
  const io::RepeatedInput input(options.file);
  return begins_json(input) ? import_jtop_json(input, options, context) : import_table(input, options, context);
}

}  // namespace wattline::powerlog
