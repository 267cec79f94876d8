// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_power.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "platform/load/tegrastats.hpp"
#include "platform/power/rail_rules.hpp"
#include "powerlog/foreign_table.hpp"
#include "powerlog/import_jtop.hpp"
#include "powerlog/import_pmic.hpp"
#include "powerlog/imported_rows.hpp"

namespace wattline::powerlog {

namespace {

void check_board(const std::string& board) {
  const auto boards = platform::boards_with_rules();
  if (board.empty() || std::find(boards.begin(), boards.end(), board) != boards.end()) return;
  throw usage_error("--board " + board + ": no TOTAL rule for this board", "choose from: " + join(boards, ", "));
}

int import_tegrastats(const ImportOptions& options, const cli::RowOptions& row_options, cli::Context& context) {
  platform::TegrastatsReader reader(options.file);
  ImportedRows rows(options, row_options, context);
  platform::TegrastatsLine line;
  while (reader.next(line)) {
    std::vector<ImportedRail> rails;
    for (const auto& power : line.rails) rails.push_back({power.rail, power.power_w});
    if (!rails.empty()) rows.add(line.time_s, rails);
  }
  if (reader.file().torn()) context.warn_torn(reader.file().name());
  if (rows.count() == 0) context.warn(reader.file().name() + ": its lines have no power rail");
  return to_int(ExitCode::ok);
}

int import_meter(const ImportOptions& options, const cli::RowOptions& row_options, cli::Context& context) {
  if (row_options.columns.size() != 2) {
    throw usage_error("--from meter: --columns TIME,WATTS is required",
                      "it names the file's columns of time and of watts");
  }
  ForeignTable table(options.file);
  const std::size_t time = table.require(row_options.columns[0]);
  const std::size_t watts = table.require(row_options.columns[1]);
  cli::RowOptions all = row_options;
  all.columns.clear();
  ImportedRows rows(options, all, context);
  while (table.next()) rows.add(table.time(time), {{"METER", to_double(table.fields[watts])}});
  table.warn_malformed(context);
  return to_int(ExitCode::ok);
}

}  // namespace

int import_power(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context) {
  if (options.file.empty()) throw usage_error("--from requires a FILE", "- is standard input");
  check_board(options.board);
  switch (options.format.value()) {
    case ImportFormat::tegrastats:
      return import_tegrastats(options, rows, context);
    case ImportFormat::jtop:
      return import_jtop(options, rows, context);
    case ImportFormat::meter:
      return import_meter(options, rows, context);
    case ImportFormat::pmic:
      return import_pmic(options, rows, context);
  }
  return to_int(ExitCode::software);
}

}  // namespace wattline::powerlog
