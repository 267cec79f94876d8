// SPDX-License-Identifier: Apache-2.0
// The columns of a list of runs: which are knobs of a mode, and which were probably meant to be and are not.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace wattline::pmsweep {

// Whether a column is a knob of the mode; such columns become the profile's own.
bool is_knob_column(const std::string& name);

// Once the header was read.
struct ListColumns {
  std::string file;  // for messages
  std::vector<std::string> all, carried;
  bool sets_modes = false;
};

// Whether the command or a hook uses the value of a column.
using UsesColumn = std::function<bool(const std::string& name)>;

// Columns that are used are there on purpose.
// Columns that were probably meant as clocks:
std::vector<std::string> doubtful_clocks(const ListColumns& list, const UsesColumn& uses);
// These, and that every run is in the current mode if nothing shows that this is wanted.
std::vector<std::string> doubts_about(const ListColumns& list, const UsesColumn& uses);

// Throws a data error if the columns of a list of modes are separated by commas or semicolons.
void require_tabs(const std::string& file, const std::vector<std::string>& names);

}  // namespace wattline::pmsweep
