// SPDX-License-Identifier: Apache-2.0
// The contract list: what a kernel answers to a write, and what its files read afterwards. One row, one rule.
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace wattline::contract {

// A kernel generation such as 5.10.
using Generation = std::pair<int, int>;
Generation parse_generation(std::string_view text);  // throws a usage error

// A file by its short name (see machine.hpp) and the text written to it or read from it.
struct Setting {
  std::string file, value;
};

struct Row {
  long long line = 0;
  std::string rule;            // in words, for the report
  Generation first, last;      // the generations where it holds, both included
  std::string basis;           // driver = run in the VM, source = read in a driver's source, device = unproven
  std::vector<Setting> given;  // written before; must succeed
  Setting write;               // no file: nothing is written
  std::string answer;          // of the write: ok or an errno's name
  std::vector<Setting> reads;  // afterwards, within the settle window: a text or an errno's name

  bool holds_for(Generation kernel) const { return first <= kernel && kernel <= last; }
};

// Throws a data error with the line for anything else than rows of that form.
std::vector<Row> read_rows(const std::string& path);

}  // namespace wattline::contract
