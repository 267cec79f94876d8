// SPDX-License-Identifier: Apache-2.0
// Power rows of one or several files as one stream in the order of time.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "joules/power_file.hpp"
#include "joules/row_pauses.hpp"

namespace wattline::joules {

constexpr double kSameClockS = 1;  // clocks that differ by more belong to two boots (wattline-rows(7), TIME)

// Merges files by time. A rail of the same name in two files at the same time is a data error. Warns of each meta file
// that is there and cannot be used, and of a wall clock that jumps.
class PowerStream {
 public:
  PowerStream(const std::vector<std::string>& paths, const std::vector<std::string>& rails, JoinClock clock,
              bool allow_mixed, cli::Context& context);
  // nullptr at the end.
  const PowerSample* next();
  // time_s - mono_s of the row given last, and of the one before it; empty without both, and where time_s joins.
  std::optional<double> offset_s() const;
  std::optional<double> offset_before_s() const;
  RailFacts facts(std::size_t rail) const;
  // While all of the files were recorded.
  bool clocks_pinned() const;
  const std::vector<std::unique_ptr<PowerFile>>& files() const { return files_; }

 private:
  void check_owner(std::size_t file, const PowerSample& sample);
  void warn_of_meta() const;
  void check_boots();
  void check_boot(const PowerSample& sample);
  void watch_clock(double t_s);
  bool is_of_known_boot() const;
  std::optional<double> offset_of(const std::string& time_text, double t_s) const;
  cli::Context& context_;
  JoinClock clock_;
  std::vector<std::unique_ptr<PowerFile>> files_;
  std::vector<std::string> rails_;
  std::vector<bool> open_;
  std::vector<std::optional<std::size_t>> owner_;  // of each rail: the file it came from last
  std::optional<std::size_t> current_;
  std::size_t last_ = 0;    // the file of the row given last
  std::size_t before_ = 0;  // and of the one before it
  RowPauses pauses_;
  bool one_boot_ = false;  // by what the meta files say
  std::string before_text_ = "NA";
  double before_t_s_ = 0;
  double watched_t_s_ = 0;  // of the last row whose clocks were compared
  std::optional<double> watched_offset_s_;
};

// The source of what joins `name` (rows of `source`) and the power. Mixing sources is a data error
// unless allowed.
std::string joined_source(const std::string& name, const std::string& source, const PowerStream& power,
                          bool allow_mixed);

}  // namespace wattline::joules
