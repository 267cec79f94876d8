// SPDX-License-Identifier: Apache-2.0
// Tables of modes, profiles and predictions in: the mode columns in any unit, times and powers by suffix.
#pragma once
#include <deque>
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
  bool verdict = false;   // pmsearch's last row: its column `decision` says answer or infeasible
  bool good = true;       // columns `status` and `flag`, where there are any, say ok
  bool usable = true;     // or the flag has only words of pmsweep that cast doubt on a reading made in the right mode
  std::string source = "NA";
  long long line = 0;
};

// What a row must have: the mode alone, or a time and a power too.
enum class ProfileNeeds { mode, outcome };

// Rows one at a time, as they come. Throws a data error with the line number for settings that are not positive whole
// numbers and for times and powers that are not above zero; a missing column is a data error too. A setting that is NA
// is a knob that the machine lacks.
class ProfileReader {
 public:
  // Keeps a reference to the reader.
  ProfileReader(TsvReader& reader, ProfileNeeds needs);
  std::optional<ProfileRow> next();

 private:
  struct Scaled {  // a column, and the factor to the unit of the row
    std::size_t column;
    double factor;
  };
  using Column = std::optional<Scaled>;
  Column clock(const char* stem, double hz) const;
  std::optional<double> positive(const Column& at) const;
  std::optional<double> measured(const Column& at) const;
  std::optional<double> deviation(const Column& at) const;
  std::optional<std::int64_t> setting(const Column& at) const;
  bool says_ok(const std::optional<std::size_t>& column) const;
  bool flag_is_mild() const;
  [[noreturn]] void fail(std::size_t column, const char* problem) const;

  TsvReader& reader_;
  Column cores_, cpu_, gpu_, emc_, batch_, time_, power_, infer_, time_sd_, power_sd_;
  std::optional<std::size_t> status_, flag_, profiled_, decision_, source_;
};

struct ProfileTable {
  std::deque<ProfileRow> rows;
  std::string source = "NA";  // the first row's
  bool mixed = false;         // rows differ in it
};
ProfileTable read_profiles(TsvReader& reader, ProfileNeeds needs);

// Keeps the rows of one batch size and drops their batch. Throws a data error when the table holds several and none
// is asked for, or none of the asked one.
void select_batch(ProfileTable& table, const std::optional<std::int64_t>& batch, const std::string& name);

}  // namespace wattline::io
