// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_jtop.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "platform/board/boards.hpp"
#include "powerlog/foreign_format.hpp"
#include "powerlog/table_file.hpp"

namespace wattline::powerlog {

namespace {

constexpr double kMilliwatt = 1e-3;
constexpr const char* kJtopTotal = "jtop_total";

struct RailColumn {
  std::size_t column;
  std::string rail;
};

// Columns of jetson_stats' loggers: "Power VDD_IN" ... and "Power TOT" (4.2 and later), "power cur" (before, as in the
// published runs of 2024), in mW. What jtop calls the total depends on its version.
std::vector<RailColumn> rail_columns(const ForeignTable& table) {
  std::vector<RailColumn> rails;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const std::string& name = table.names[i];
    if (name == "power cur" || name == "Power TOT") {
      rails.push_back({i, kJtopTotal});
    } else if (name.compare(0, 6, "Power ") == 0) {
      rails.push_back({i, name.substr(6)});
    }
  }
  if (rails.empty()) {
    throw data_error(table.lines.name() + ": no power column of jtop",
                     "jetson_stats calls it 'power cur' or 'Power NAME'");
  }
  return rails;
}

// Since 4.2 jetson_stats takes the input rail for the total; before, it added the rails inside to it.
bool total_is_input(const ForeignTable& table, const platform::BoardFacts& board) {
  return board.jtop_total_is_input && table.find("Power TOT") && !table.find("Power " + board.input_rail());
}

void note_no_total(const platform::BoardFacts& board, const cli::Context& context) {
  const bool counts_twice = !board.input_rail().empty();
  context.note(counts_twice ? "no TOTAL: jtop_total of this board counts rails twice in jetson_stats before 4.2"
                            : "no TOTAL: jtop_total is a sum of rails that jetson_stats chose, and they may overlap");
}

std::vector<ImportedRail> read_rails(ForeignTable& table, const std::vector<RailColumn>& columns) {
  std::vector<ImportedRail> rails;
  for (const RailColumn& column : columns) {
    rails.push_back({column.rail, table.watts(column.column, kMilliwatt)});
  }
  return rails;
}

}  // namespace

int import_jtop(const ImportOptions& options, cli::Context& context) {
  TableFile file(options.file);
  const ForeignTable& table = file.current();
  refuse_other_format(file.name(), table.header, options.format);
  const std::size_t time = table.require("time");
  std::vector<RailColumn> columns = rail_columns(table);
  const auto total =
      std::find_if(columns.begin(), columns.end(), [](const RailColumn& column) { return column.rail == kJtopTotal; });
  ImportOptions named = options;
  const platform::BoardFacts& board = platform::facts_of(options.board);
  if (total != columns.end() && total_is_input(table, board)) {
    total->rail = board.input_rail();
  } else if (total != columns.end() && columns.size() == 1) {
    note_no_total(board, context);
    named.board.clear();
  }
  std::vector<std::string> rails;
  for (const RailColumn& column : columns) rails.push_back(column.rail);
  file.write(rails, named, context,
             [&](ForeignTable& row, const TakeReading& take) { take(row.time({time}, {}), read_rails(row, columns)); });
  return to_int(ExitCode::ok);
}

}  // namespace wattline::powerlog
