// SPDX-License-Identifier: Apache-2.0
// Reads the power rows of chosen rails from one file of powerlog, and what its meta file states about the rails.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/tsv_reader.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

// What a power file's .meta says about a rail.
struct RailFacts {
  double window_s = 0;
  std::optional<double> error_w;
  bool counter = false;
};

struct PowerSample {
  std::size_t rail = 0;  // index into the rails given to the reader
  double t_s = 0;        // on the clock of the join
  std::optional<double> power_w;
  bool stale = false;
};

class PowerFile {
 public:
  PowerFile(const std::string& path, const std::vector<std::string>& rails, JoinClock clock);
  // Goes to the next row of one of the rails; false at the end. Rows that go back in time are a data error.
  bool next();
  const PowerSample& sample() const { return sample_; }
  // time_s of that row, as text.
  const std::string& time_text() const { return time_text_; }
  const std::string& source() const { return source_; }
  const std::string& path() const { return reader_.name(); }
  // Names of all rails seen so far.
  const std::vector<std::string>& rails_seen() const { return seen_; }
  RailFacts facts(const std::string& rail) const;
  bool torn() const { return reader_.torn(); }

 private:
  std::optional<std::size_t> match_rail(std::string_view name);
  void note_rail(std::string_view name);
  void read_time();
  io::TsvReader reader_;
  std::vector<std::string> rails_, seen_;
  std::optional<std::size_t> time_, mono_, stale_, source_column_;
  std::size_t rail_, power_;
  JoinClock clock_;
  PowerSample sample_;
  double last_t_s_ = -1;
  std::string source_;
  std::string time_text_;  // time_s of the row, which takes longer to read than all else and is seldom asked for
};

}  // namespace wattline::joules
