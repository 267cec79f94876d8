// SPDX-License-Identifier: Apache-2.0
// The rows of a table of predictions or profiles that have both a time and a power, and are not flagged.
#pragma once
#include <string>
#include <vector>

#include "cli/profile_options.hpp"
#include "cli/row_stream.hpp"
#include "model/profile_import.hpp"

namespace wattline::pmpredict {

// Of a subcommand that reads such a table.
struct TableOptions {
  cli::RowOptions rows;
  cli::ProfileOptions table;
};
void declare_table(cli::App& app, TableOptions& options);

struct UsableRows {
  std::vector<io::ProfileRow> rows;
  std::vector<std::string> carried;  // names of the columns that they carry, if options.beside asks for it
  std::string source;
  bool of_one_machine = true;
};
// "-" is standard input.
UsableRows read_usable_rows(cli::Context& context, const std::string& path, const cli::ProfileOptions& options);

// Warns if rows of a mode differ, and throws a data error if they contradict each other. Rows of several machines, and
// rows that name no mode, are not compared.
void check_repeats(const cli::Context& context, const UsableRows& rows, const std::string& path);

// One reading of each mode of a table ("-" is standard input). Warns if the readings of a mode differ, and throws a
// data error if they contradict each other.
std::vector<model::ModeReading> readings_of(const cli::Context& context, const io::ProfileTable& table,
                                            const std::string& path, bool keep_flagged);
// The same. Throws a data error when there are none, and for several machines.
std::vector<model::ModeReading> require_readings(const cli::Context& context, const io::ProfileTable& table,
                                                 const std::string& path, bool keep_flagged);

// Throws a data error if a row is that of two programs at once, for which a model of one program is wrong by 10 %.
void require_one_program(const io::ProfileTable& table, const std::string& path);

// Of a minibatch. The row must have a time and a power.
inline double energy_j(const io::ProfileRow& row) {
  return *row.minibatch_ms * *row.power_w * 1e-3;
}

}  // namespace wattline::pmpredict
