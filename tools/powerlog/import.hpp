// SPDX-License-Identifier: Apache-2.0
// Power rows from what other tools recorded.
#pragma once
#include <string>

#include "cli/tool.hpp"

namespace wattline::powerlog {

struct ImportOptions {
  std::string from;   // tegrastats, jtop or meter; empty = sample
  std::string file;   // - is standard input
  std::string board;  // whose rule gives the total
  std::string start;  // time of the first line, for lines that have none
  std::int64_t interval_ns = 0;
};

// Rows have no mono_s. With `meter`, --columns names the columns of time and watts.
int import_power(const ImportOptions& options, const cli::RowOptions& rows, cli::Context& context);

}  // namespace wattline::powerlog
