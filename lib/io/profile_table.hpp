// SPDX-License-Identifier: Apache-2.0
// Reads tables of modes, of profiles (pmsweep) and of predictions (pmpredict) into rows with fixed units. In a table,
// clocks, times and powers may have any unit; the name of their column ends with it.
#pragma once
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "io/setting_columns.hpp"
#include "io/tsv.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::io {

struct ProfileRow {
  PowerMode mode;
  std::optional<std::int64_t> batch;
  std::optional<double> minibatch_ms, power_w, infer_ms;  // empty: not read, NA, or no such column
  std::optional<double> minibatch_ms_sd, power_w_sd;      // of the minibatches and readings, or of a prediction
  std::optional<double> minibatch_ms_se, power_w_se;      // standard errors of minibatch_ms and power_w
  std::optional<double> latency_p50_ms, latency_p95_ms, latency_p99_ms;  // of an inference request, beside training
  std::optional<double> idle_w;                                          // in the mode, without work
  std::optional<bool> profiled;  // column `profiled`; empty: NA, or no such column
  bool good = true;              // columns `status` and `flag`, where there are any, are ok
  bool usable = true;            // good, or flagged only by words that keep the mode (io/profile_flags.hpp)
  std::string decision;          // of pmsearch's rows; empty = no such column
  std::string extrapolates;      // of pmpredict's predictions; likewise
  std::string verdict = "NA";
  std::string reason = "NA", logs = "NA";  // why there is no reading, and the folder that shows it
  std::string source = "NA";
  long long line = 0;
  std::vector<std::string> carried;  // as they stand in the table; see ProfileTable::carried
};

// Which columns a table must have: those of the mode alone, or a time and a power too. A mode has four columns, or else
// the column `mode` with its notation.
enum class ProfileNeeds { mode, outcome };

// Reads rows one at a time, as they come. Throws a data error for a missing column, and one with the line number for
// settings that no board can have and for times and powers that are not positive. A setting that is NA is a knob that
// the machine lacks.
class ProfileReader {
 public:
  // Keeps a reference to the reader.
  ProfileReader(TsvReader& reader, ProfileNeeds needs);
  std::optional<ProfileRow> next();
  // From now on rows carry the columns that the other kind of row lacks. Returns their names.
  std::vector<std::string> carry_beside(const RowKind& other);

 private:
  struct Scaled {  // a column, and the factor to the unit of the row
    std::size_t column;
    double factor;
  };
  using Column = std::optional<Scaled>;
  void require_settings() const;
  std::optional<double> positive(const Column& at) const;
  std::optional<double> measured(const Column& at) const;
  std::optional<double> deviation(const Column& at) const;
  std::optional<std::int64_t> batch() const;
  bool says_ok(const std::optional<std::size_t>& column) const;
  bool flag_is_mild() const;
  PowerMode mode() const;
  PowerMode noted_mode() const;
  std::string text_or_na(const std::optional<std::size_t>& column) const;
  [[noreturn]] void fail(std::size_t column, const std::string& problem) const;

  TsvReader& reader_;
  const bool noted_;  // the mode is in the column `mode`
  std::optional<std::size_t> mode_;
  SettingColumns settings_;
  std::optional<std::size_t> batch_;
  Column time_, power_, infer_, time_sd_, power_sd_, time_se_, power_se_, idle_, p50_, p95_, p99_;
  std::vector<std::size_t> carried_;
  std::optional<std::size_t> status_, flag_, profiled_, decision_, extrapolates_, verdict_, reason_, logs_, source_;
};

struct ProfileTable {
  std::deque<ProfileRow> rows;
  std::string source = "NA";         // of all rows (io/source.hpp)
  bool mixed = false;                // rows differ in it
  std::vector<std::string> carried;  // names of the columns that rows carry
  std::string mixed_tag;             // the tag of the machine in which rows differ; empty = none
};
// Reads all rows. They carry the columns that rows of the kind `beside`, if there is one, lack.
ProfileTable read_profiles(TsvReader& reader, ProfileNeeds needs, const RowKind* beside = nullptr);

// Batch sizes in a table: no value stands for rows without one.
std::set<std::optional<std::int64_t>> batches_of(const ProfileTable& table);

// Whether the row is of this batch size, or without one. No value stands for every batch size.
bool has_batch(const ProfileRow& row, const std::optional<std::int64_t>& batch);
// Keeps the rows of this batch size.
void select_batch(ProfileTable& table, const std::optional<std::int64_t>& batch);
// Likewise, and drops the batch from them.
void keep_batch(ProfileTable& table, const std::optional<std::int64_t>& batch);

}  // namespace wattline::io
