// SPDX-License-Identifier: Apache-2.0
// Converts rows of profile tables (io/profile_table.hpp) to the modes, readings and tries of models and searches.
#pragma once
#include <optional>
#include <vector>

#include "io/profile_table.hpp"
#include "model/goal.hpp"
#include "model/history.hpp"
#include "model/mode.hpp"

namespace wattline::model {

Mode to_mode(const io::ProfileRow& row);
std::vector<Mode> modes_of(const io::ProfileTable& table);
// The row must have a time and a power.
ModeReading to_reading(const io::ProfileRow& row);

// The readings of the rows that have a time and a power and are good (or flagged, with `keep_flagged`), without a
// search's last row, which repeats a mode as its answer. combine() makes one of each mode's.
std::vector<ModeReading> readings_of(const io::ProfileTable& table, bool keep_flagged);

// A row as a try. It is a failed one when the row is not usable, or lacks a value that the goal needs.
Try try_of(const io::ProfileRow& row, const Goal& goal, bool keep_flagged);
// The mode of the row with which a search ended with an answer, if there is one.
std::optional<Mode> answer_of(const io::ProfileTable& table);
// The tries of all rows in order, without a search's last row.
std::vector<Try> tries_of(const io::ProfileTable& table, const Goal& goal, bool keep_flagged);

}  // namespace wattline::model
