// SPDX-License-Identifier: Apache-2.0
// What one run gave: the profile row.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "base/steady_window.hpp"
#include "io/tsv.hpp"
#include "pmsweep/neighbours.hpp"

namespace wattline::pmsweep {

struct Profile {
  PowerMode mode;
  std::vector<double> step_ms, watts;  // of the steady window
  double window_s = 0;
  Settled settled = Settled::no;
  std::string status = "ok", reason = "NA";
  std::set<std::string> flags;  // empty = ok
  std::optional<double> start_temp_c, max_temp_c;
  std::optional<std::int64_t> throttle_events;
  std::string source = "measured";

  void fail(const std::string& why) {
    status = "failed";
    reason = why;
  }
  // Of a minibatch, and of the board. Many boards' sensors follow a GPU that waits between minibatches: the median of
  // the readings themselves would be one of two levels.
  std::optional<double> minibatch_ms() const;
  std::optional<double> power_w() const;
  // Nothing unless both are there.
  std::optional<ProfilePoint> point() const;
};

// A row as texts, one per column, not escaped.
using Row = std::vector<std::string>;

// The profile's columns behind the carried ones.
io::RowKind profile_kind(const std::vector<std::string>& carried);
Row to_row(const io::RowKind& kind, const std::vector<std::string>& carried, const Profile& profile);

// One profile row, read back from its texts.
class RowView {
 public:
  RowView(const io::RowKind& kind, Row& row) : kind_(kind), row_(row) {}
  std::string& text(const std::string& column) const;
  std::optional<double> number(const std::string& column) const;
  std::optional<ProfilePoint> point() const;
  // Adds or removes one word of the column `flag`.
  void set_flag(const std::string& word, bool on) const;

 private:
  const io::RowKind& kind_;
  Row& row_;
};

}  // namespace wattline::pmsweep
