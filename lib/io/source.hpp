// SPDX-License-Identifier: Apache-2.0
// The words of the column `source`: measured, emulated or replayed; NA or nothing if it is not known.
#pragma once
#include <string>

namespace wattline::io {

// Whether both are known and not the same: rows of both are joined only with --allow-mixed.
bool sources_differ(const std::string& one, const std::string& other);

// Source of what is computed from rows of both: if they differ, emulated if one of them is, otherwise replayed. One
// that is not known does not count.
std::string joined_source(const std::string& one, const std::string& other);

}  // namespace wattline::io
