// SPDX-License-Identifier: Apache-2.0
// Lists of file names: lines, NUL-terminated names, or a column of a CSV or TSV table. Read once, in bounded memory.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "cachestat/stop.hpp"

namespace wattline::cachestat {

struct NameList {
  std::string file;      // "-" = stdin
  bool null = false;     // names end with NUL
  std::string column{};  // of a table with a header line: CSV (RFC 4180), or TSV when the header holds a TAB
  std::string copy{};    // read instead of the file, where that can be read once only
};

// A last name without its terminator counts; empty names do not. A byte order mark and the CR of CRLF are no part of a
// name, unless names end with NUL. Throws data errors with the line number. Ends early when `stop` comes true.
void read_names(const NameList& list, const std::function<void(const std::string& name)>& use, const Stop& stop = {});

// The names that a line may mean if there is no file of the line's own name, likely ones first: quoted, or followed by
// a label, as in the lists of images that training programs read.
std::vector<std::string> other_readings(const std::string& line);

}  // namespace wattline::cachestat
