// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "io/lines.hpp"
#include "platform/load/tegrastats.hpp"
#include "platform/power/rail_rules.hpp"
#include "powerlog/foreign_table.hpp"
#include "powerlog/imported_rows.hpp"

namespace wattline::powerlog {

namespace {

constexpr double kMilliwatt = 1e-3;

void report(const ForeignTable& table, long long repeated, cli::Context& context) {
  if (repeated > 0) context.note(table.lines.name() + ": " + std::to_string(repeated) + " repeated rows left out");
  if (table.malformed > 0) {
    context.warn(table.lines.name() + ": " + std::to_string(table.malformed) + " malformed rows left out");
  }
}

// Columns of jetson_stats' loggers: "Power VDD_IN" ... and "Power TOT" (4.2 and later), "power cur" (before, as in the
// published runs of 2024), in mW. What jtop calls the total depends on its version.
std::vector<std::pair<std::size_t, std::string>> jtop_rails(const ForeignTable& table) {
  std::vector<std::pair<std::size_t, std::string>> rails;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    const std::string& name = table.names[i];
    if (name == "power cur" || name == "Power TOT") {
      rails.emplace_back(i, "jtop_total");
    } else if (name.compare(0, 6, "Power ") == 0) {
      rails.emplace_back(i, name.substr(6));
    }
  }
  if (rails.empty()) throw data_error(table.lines.name() + ": no power column of jtop", "'power cur' or 'Power NAME'");
  return rails;
}

// A board whose modules all have an input rail.
bool has_input_rail(const std::string& board) {
  for (const char* known : {"orin-nano", "orin-nx", "xavier-nx", "tx2-nx"}) {
    if (board == known) return true;
  }
  return false;
}

// Since 4.2 jetson_stats takes the input rail for the total; before, it added the rails inside to it.
bool total_is_input(const ForeignTable& table, const std::string& board) {
  const auto has = [&](const char* name) {
    return std::find(table.names.begin(), table.names.end(), name) != table.names.end();
  };
  return has_input_rail(board) && has("Power TOT") && !has("Power VDD_IN");
}

void flag_jtop_total(const std::string& board, cli::Context& context) {
  context.note(has_input_rail(board) || board == "nano" || board == "tx1" || board == "tx2"
                   ? "jtop_total of this board counts rails twice in jetson_stats before 4.2: no TOTAL is made of it"
                   : "jtop_total is whatever jetson_stats summed: no TOTAL is made of it");
}

void check_board(const std::string& board) {
  const auto boards = platform::boards_with_rules();
  if (board.empty() || std::find(boards.begin(), boards.end(), board) != boards.end()) return;
  throw usage_error("--board " + board + ": no rule for a total is known of it", "choose from: " + join(boards, ", "));
}

}  // namespace

int import_tegrastats(const ImportOptions& options, const cli::RowOptions& row_options, cli::Context& context) {
  io::LineReader lines(options.file);
  ImportedRows rows(options, row_options, context);
  std::string_view line;
  long long known = 0;
  while (lines.next(line)) {
    const auto stats = platform::parse_tegrastats(line);
    if (!stats) continue;
    ++known;
    std::vector<ImportedRail> rails;
    for (const auto& power : stats->rails) rails.push_back({power.rail, power.power_w});
    if (!rails.empty()) rows.add(stats->time_s, rails);
  }
  if (known == 0) throw data_error(lines.name() + ": no line of tegrastats in it");
  if (rows.count() == 0) context.warn(lines.name() + ": its lines have no power rail");
  return to_int(ExitCode::ok);
}

int import_jtop(const ImportOptions& options, const cli::RowOptions& row_options, cli::Context& context) {
  ForeignTable table(options.file);
  const std::size_t time = table.require("time");
  const auto columns = jtop_rails(table);
  const bool has_total = columns.back().second == "jtop_total" || columns.front().second == "jtop_total";
  const bool is_input = has_total && total_is_input(table, options.board);
  if (has_total && !is_input && columns.size() == 1) flag_jtop_total(options.board, context);
  ImportOptions named = options;
  if (has_total && columns.size() == 1 && !is_input) named.board.clear();
  ImportedRows rows(named, row_options, context);
  long long repeated = 0;
  double last_s = -1;
  while (table.next()) {
    const double time_s = table.time(time);
    if (time_s == last_s) {
      ++repeated;
      continue;
    }
    last_s = time_s;
    std::vector<ImportedRail> rails;
    for (const auto& [column, name] : columns) {
      const auto milliwatt = to_double(table.fields[column]);
      rails.push_back({is_input && name == "jtop_total" ? "VDD_IN" : name,
                       milliwatt ? std::optional<double>(*milliwatt * kMilliwatt) : std::nullopt});
    }
    rows.add(time_s, rails);
  }
  report(table, repeated, context);
  return to_int(ExitCode::ok);
}

int import_meter(const ImportOptions& options, const cli::RowOptions& row_options, cli::Context& context) {
  if (row_options.columns.size() != 2) {
    throw usage_error("--from meter: needs --columns TIME,WATTS", "the names of the meter's two columns");
  }
  ForeignTable table(options.file);
  const std::size_t time = table.require(row_options.columns[0]);
  const std::size_t watts = table.require(row_options.columns[1]);
  cli::RowOptions all = row_options;
  all.columns.clear();
  ImportedRows rows(options, all, context);
  while (table.next()) rows.add(table.time(time), {{"METER", to_double(table.fields[watts])}});
  report(table, 0, context);
  return to_int(ExitCode::ok);
}

int import_power(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context) {
  if (options.file.empty()) throw usage_error("--from " + options.from + ": needs a FILE, or - for standard input");
  check_board(options.board);
  if (options.from == "tegrastats") return import_tegrastats(options, rows, context);
  if (options.from == "jtop") return import_jtop(options, rows, context);
  if (options.from == "meter") return import_meter(options, rows, context);
  throw usage_error("--from " + options.from + ": unknown", "tegrastats, jtop or meter");
}

}  // namespace wattline::powerlog
