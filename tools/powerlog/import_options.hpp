// SPDX-License-Identifier: Apache-2.0
// The options of `powerlog import`.
#pragma once
#include <cstdint>
#include <string>

#include "cli/row_stream.hpp"

namespace wattline::powerlog {

enum class ImportFormat { tegrastats, jtop, meter, pmic, powerjoular, prometheus, alumet };
const char* to_string(ImportFormat format);
// Whether each row of it has a time of its own.
bool has_times(ImportFormat format);

struct ImportOptions {
  ImportFormat format = ImportFormat::tegrastats;
  std::string file;              // - is standard input
  std::string board;             // whose rule gives the total; empty = not named
  std::string start;             // time of the first line, for lines that have none
  std::int64_t interval_ns = 0;  // between such lines, and between those of one time; 0 = not given
  cli::RowOptions rows;
};

// Refuses a board that has no rule for TOTAL.
void check_board(const std::string& board);
// Added to the reason why there is no TOTAL.
std::string board_advice(const std::string& board);

void declare_import(cli::App& app, ImportOptions& options);
// Refuses options that this format has no use for, before anything is opened.
void check_import(const ImportOptions& options);

}  // namespace wattline::powerlog
