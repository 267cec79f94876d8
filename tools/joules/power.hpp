// SPDX-License-Identifier: Apache-2.0
// Power rows of one or several files as one stream in the order of time.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/tsv_reader.hpp"

namespace wattline::joules {

// What a power file's .meta says about a rail.
struct RailFacts {
  double window_s = 0;
  std::optional<double> error_w;
  bool counter = false;
};

struct PowerSample {
  std::size_t rail = 0;  // index into the rails asked for
  double t_s = 0;        // on the clock that joins
  std::optional<double> power_w;
  bool stale = false;
};

class PowerFile {
 public:
  PowerFile(const std::string& path, const std::vector<std::string>& rails, bool join_time);
  // Steps to the next row of a rail asked for; false at the end. Rows that go back in time are a data error.
  bool next();
  const PowerSample& sample() const { return sample_; }
  // time_s of that row, as it stands there.
  const std::string& time_text() const { return time_text_; }
  const std::string& source() const { return source_; }
  const std::string& path() const { return reader_.name(); }
  // Names seen so far, asked for or not.
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
  bool join_time_;
  PowerSample sample_;
  double last_t_s_ = -1;
  std::string source_;
  std::string time_text_;  // time_s of the row, which takes longer to read than all else and is seldom asked for
};

// Merges files by time. A rail of the same name in two files at the same time is a data error.
class PowerStream {
 public:
  PowerStream(const std::vector<std::string>& paths, const std::vector<std::string>& rails, bool join_time);
  // nullptr at the end.
  const PowerSample* next();
  // time_s - mono_s of the row given last, and of the one before it; empty without both, and where time_s joins.
  std::optional<double> offset_s() const;
  std::optional<double> offset_before_s() const;
  RailFacts facts(std::size_t rail) const;
  const std::vector<std::unique_ptr<PowerFile>>& files() const { return files_; }

 private:
  void check_owner(std::size_t file, const PowerSample& sample);
  std::optional<double> offset_of(const std::string& time_text, double t_s) const;
  bool join_time_;
  std::vector<std::unique_ptr<PowerFile>> files_;
  std::vector<std::string> rails_;
  std::vector<bool> open_;
  std::vector<std::optional<std::size_t>> owner_;  // of each rail: the file it came from last
  std::optional<std::size_t> current_;
  std::size_t last_ = 0;  // the file of the row given last
  std::string before_text_ = "NA";
  double before_t_s_ = 0;
};

// What joins `name` (rows of `source`) and the power: as real as the least real of them. Mixing sources is a data error
// unless allowed.
std::string joined_source(const std::string& name, const std::string& source, const PowerStream& power,
                          bool allow_mixed);

}  // namespace wattline::joules
