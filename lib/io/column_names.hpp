// SPDX-License-Identifier: Apache-2.0
// The names in the header of a table.
#pragma once
#include <string>
#include <vector>

namespace wattline::io {

// Throws a data error when two columns of the file have the same name: which of them is meant cannot be known.
void require_unique_columns(const std::string& file, const std::vector<std::string>& names);

// The same, but several columns may have no name: spreadsheets write empty columns.
void require_unique_named_columns(const std::string& file, std::vector<std::string> names);

}  // namespace wattline::io
