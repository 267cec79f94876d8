// SPDX-License-Identifier: Apache-2.0
// Lists of file names: lines, NUL-terminated names, or a column of a CSV or TSV table. Read once, in bounded memory.
#pragma once
#include <functional>
#include <string>

#include "cachestat/stop.hpp"

namespace wattline::cachestat {

struct NameList {
  std::string file;      // "-" = stdin
  bool null = false;     // names end with NUL
  std::string column{};  // of a table with a header line: CSV (RFC 4180), or TSV when the header holds a TAB
  std::string copy{};    // read instead of the file, where that can be read once only
};

// A last name without its terminator counts; empty names do not. Throws data errors with the line number. Ends early
// when `stop` comes true.
void read_names(const NameList& list, const std::function<void(const std::string& name)>& use, const Stop& stop = {});

}  // namespace wattline::cachestat
