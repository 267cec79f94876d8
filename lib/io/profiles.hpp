// SPDX-License-Identifier: Apache-2.0
// Tables of modes, profiles and predictions in: the mode columns in any unit, times and powers by suffix.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::io {

struct ProfileRow {
  PowerMode mode;
  std::optional<std::int64_t> batch;
  std::optional<double> minibatch_ms, power_w, infer_ms;  // empty: not read, NA, or no such column
  std::optional<double> minibatch_ms_sd, power_w_sd;
  bool profiled = false;  // column `profiled` is 1
  bool good = true;       // columns `status` and `flag`, where there are any, say ok
  long long line = 0;
};

struct ProfileTable {
  std::vector<ProfileRow> rows;
  std::string source = "NA";  // the column `source`: the first row's
  bool mixed = false;         // rows differ in it
};

// What a row must have: the mode alone, or a time and a power too.
enum class ProfileNeeds { mode, outcome };

// Throws a data error with the line number for settings that are not positive whole numbers and for times and powers
// that are not above zero; a missing column is a data error too. A column of modes whose values are all NA is a knob
// that the machine lacks.
ProfileTable read_profiles(TsvReader& reader, ProfileNeeds needs);

// Keeps the rows of one batch size and drops their batch. Throws a data error when the table holds several and none
// is asked for, or none of the asked one.
void select_batch(ProfileTable& table, const std::optional<std::int64_t>& batch, const std::string& name);

}  // namespace wattline::io
