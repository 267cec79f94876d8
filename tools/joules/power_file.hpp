// SPDX-License-Identifier: Apache-2.0
// Reads the power rows of chosen rails from one file of powerlog, and what its meta file states about the rails.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval_energy.hpp"
#include "io/machine_tags.hpp"
#include "io/power_columns.hpp"
#include "io/tsv_reader.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

struct PowerSample {
  std::size_t rail = 0;  // index into the rails given to the reader
  double t_s = 0;        // on the clock of the join
  std::optional<double> power_w;
  bool stale = false;
};

inline constexpr const char* kTwoBootsHint = "--join time joins by the wall clock";

class PowerFile {
 public:
  PowerFile(const std::string& path, const std::vector<std::string>& rails, JoinClock clock, bool allow_mixed);
  // Goes to the next row of one of the rails; false at the end. Rows that go back in time are a data error, and so are
  // rows of different machines, or sources, unless these are allowed.
  bool next();
  const PowerSample& sample() const { return sample_; }
  // time_s of that row, as text.
  const std::string& time_text() const { return time_text_; }
  // Of the rows so far.
  const std::string& source() const { return source_; }
  const std::string& path() const { return reader_.name(); }
  const io::MachineTags& machine() const { return machine_; }
  // Names of all rails seen so far.
  const std::vector<std::string>& rails_seen() const { return seen_; }
  // `rail` as an index into the rails given to the constructor.
  const RailFacts& facts(std::size_t rail) const { return facts_[rail]; }
  // Of the meta file: more than one if rows of another boot were appended.
  const std::vector<std::string>& boots() const { return boots_; }
  // Of powerlog that wrote into this file, by the meta file; 0 without one.
  std::size_t runs() const { return runs_; }
  // Whether no clock of the board could change while the file was recorded.
  bool clocks_pinned() const { return clocks_pinned_; }
  // What is wrong with the meta file, so that facts are missing; empty when it is in order or absent.
  const std::string& meta_problem() const { return meta_problem_; }
  bool torn() const { return reader_.torn(); }

 private:
  std::optional<std::size_t> match_rail(std::string_view name);
  void read_facts();
  void note_rail(std::string_view name);
  void read_time();
  void read_source();
  io::TsvReader reader_;
  io::MachineTags machine_;
  std::vector<std::string> rails_, seen_;
  std::vector<RailFacts> facts_;
  std::string meta_problem_;
  std::vector<std::string> boots_;
  std::size_t runs_ = 0;
  bool clocks_pinned_ = false;
  io::PowerColumns columns_;
  std::optional<std::size_t> source_column_;
  JoinClock clock_;
  bool allow_mixed_;
  PowerSample sample_;
  double last_t_s_ = -1;
  std::string source_;
  std::string time_text_;  // time_s of the row, which takes longer to read than all else and is seldom asked for
};

}  // namespace wattline::joules
