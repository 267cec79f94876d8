// SPDX-License-Identifier: Apache-2.0
#include "powerlog/import_options.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "cli/sampling.hpp"
#include "platform/power/rail_rules.hpp"

namespace wattline::powerlog {

namespace {

const cli::Choices<ImportFormat>& import_formats() {
  static const cli::Choices<ImportFormat> formats{{"tegrastats", ImportFormat::tegrastats},
                                                  {"jtop", ImportFormat::jtop},
                                                  {"meter", ImportFormat::meter},
                                                  {"pmic", ImportFormat::pmic},
                                                  {"powerjoular", ImportFormat::powerjoular},
                                                  {"prometheus", ImportFormat::prometheus},
                                                  {"alumet", ImportFormat::alumet}};
  return formats;
}

void refuse(const ImportOptions& options, const std::string& option, const std::string& reason) {
  throw usage_error("import " + std::string(to_string(options.format)) + " has no use for " + option + ": " + reason);
}

}  // namespace

void check_board(const std::string& board) {
  const auto boards = platform::boards_with_rules();
  if (board.empty() || std::find(boards.begin(), boards.end(), board) != boards.end()) return;
  throw usage_error("--board " + board + ": no TOTAL rule for this board", "choose from: " + join(boards, ", "));
}

std::string board_advice(const std::string& board) {
  return board.empty() ? "; --board ID names the board" : "";
}

const char* to_string(ImportFormat format) {
  return import_formats()[static_cast<std::size_t>(format)].first;
}

bool has_times(ImportFormat format) {
  return format != ImportFormat::tegrastats && format != ImportFormat::pmic;
}

void declare_import(cli::App& app, ImportOptions& options) {
  cli::add_choice(app, "FORMAT", options.format, import_formats(), "The program that wrote FILE").default_str("");
  app.option("FORMAT").required();
  app.add_option("FILE", options.file, "File to import; - is standard input").required();
  app.add_option("--board", options.board, "The board, which decides what rails TOTAL is the sum of");
  app.add_option("--start", options.start, "Time of the first line, if lines have no time");
  cli::add_duration(app, "-i,--interval", options.interval_ns, "Time between lines that have no time, or share one");
  cli::declare_rows(app, options.rows);
  cli::declare_meta(app, options.rows);
}

void check_import(const ImportOptions& options) {
  cli::check_meta(options.rows);
  const bool has_board = options.format != ImportFormat::meter && options.format != ImportFormat::pmic &&
                         options.format != ImportFormat::powerjoular;
  const bool timed = has_times(options.format);
  if (!has_board && !options.board.empty()) refuse(options, "--board", "there is no TOTAL");
  if (timed && !options.start.empty()) refuse(options, "--start", "each row has its time");
  if (timed && options.interval_ns > 0) refuse(options, "-i", "each row has its time");
  check_board(options.board);
}

}  // namespace wattline::powerlog
