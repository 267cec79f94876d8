// SPDX-License-Identifier: Apache-2.0
// Reads what programs did while power was recorded.
#pragma once
#include <string>
#include <vector>

#include "io/tsv_reader.hpp"
#include "model/account_log.hpp"

namespace wattline::joules {

struct ReadAccount {
  model::AccountLog log;
  std::vector<std::string> torn_files;  // whose last line is incomplete
};

// From NAME=FILE,...: one file has load rows of the program (loadlog --pid or --cmd), and one may have its step rows.
ReadAccount read_account(const std::string& argument, bool allow_mixed);

// The rows of `loadlog programs`: the process groups, or the control groups, that used most CPU time.
struct ReadPrograms {
  std::vector<model::AccountLog> logs;
  double first_s, last_s;  // between these it is known which programs ran
  bool torn;               // the last line is incomplete
  int gaps;                // in the rows
  std::string source;
};
ReadPrograms read_programs(const std::string& path, bool control_groups, bool allow_mixed);

// Takes the source and the clock of a row.
void note_row(model::AccountLog& log, const io::TsvReader& reader, double mono_s, bool allow_mixed);

}  // namespace wattline::joules
