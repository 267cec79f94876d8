// SPDX-License-Identifier: Apache-2.0
// Rows of tables as modes and readings.
#pragma once
#include "io/profiles.hpp"
#include "model/history.hpp"

namespace wattline::model {

Mode to_mode(const io::ProfileRow& row);
std::vector<Mode> modes_of(const io::ProfileTable& table);
// The rows with a time and a power, marked good (all of those when `keep_flagged`), one for each mode.
std::vector<ModeReading> readings_of(const io::ProfileTable& table, bool keep_flagged);
// Every row but a search's verdict as a try, in order; rows that are not usable, or lack a value that the goal needs,
// are failures.
std::vector<Try> tries_of(const io::ProfileTable& table, const Goal& goal, bool keep_flagged);

}  // namespace wattline::model
