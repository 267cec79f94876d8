// SPDX-License-Identifier: Apache-2.0
// The profile row: its columns bound to a Profile, and rows kept as texts, as the journal has them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/row_table.hpp"
#include "pmsweep/neighbours.hpp"
#include "pmsweep/profile.hpp"

namespace wattline::pmsweep {

const io::RowTable<Profile>& profile_rows();

// The columns of a sweep's output: those carried from the input, then the profile's.
io::RowKind profile_kind(const std::vector<std::string>& carried);

// A row as texts, one per column, not escaped.
using Row = std::vector<std::string>;
Row to_row(const io::RowKind& kind, const std::vector<std::string>& carried, const Profile& profile);

// Reads and changes one row of texts by the names of its columns.
class RowView {
 public:
  RowView(const io::RowKind& kind, Row& row) : kind_(kind), row_(row) {}
  std::string& text(const std::string& column) const;
  std::optional<double> number(const std::string& column) const;
  bool has_status(RunStatus status) const { return text("status") == to_string(status); }
  // No value unless the run is ok and has a time and a power.
  std::optional<ProfilePoint> point() const;
  // Adds or removes one word of the column `flag`.
  void set_flag(const std::string& word, bool on) const;

 private:
  const io::RowKind& kind_;
  Row& row_;
};

}  // namespace wattline::pmsweep
