// SPDX-License-Identifier: Apache-2.0
// Prints the intervals with their energy, or sums of them (--by), and reports what has no energy and why.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/energy_result.hpp"
#include "cli/context.hpp"
#include "cli/row_stream.hpp"
#include "joules/group_power.hpp"
#include "joules/intervals.hpp"
#include "joules/options.hpp"
#include "joules/power_stream.hpp"
#include "joules/rows.hpp"

namespace wattline::joules {

class EnergyPrinter {
 public:
  // `names`: of the fields that intervals carry. `fit`: with --by, where groups can be fitted.
  EnergyPrinter(const Options& options, const std::vector<std::string>& names, cli::Context& context,
                const PowerStream& power, GroupPower* fit);
  // Prints the interval, or adds it to its sum.
  void add(const Interval& interval);
  // Prints the sums.
  void print_sums();
  // Warns of rows without energy, or with one that says little: a sum over the others would look like the energy of
  // all.
  void report_missing(cli::Context& context) const;

 private:
  struct Group {
    std::vector<std::string> key;
    std::vector<EnergySum> sums;  // one per rail
    std::string source;
    bool counted = true;
    double amount = 0;  // of the column of --per
  };
  void add_to_group(const Interval& interval, const std::string& source);
  EnergyResult energy_of(const Group& group, std::size_t rail);
  void print(const EnergyRow& row, std::size_t rail);
  void print_sum(const Group& group, std::size_t rail);
  const Options& options_;
  const PowerStream& power_;
  std::vector<RailFacts> facts_;  // of each rail
  GroupPower* fit_;
  io::RowTable<EnergyRow> table_;
  cli::RowStream stream_;
  std::vector<io::MachineTag> machine_;
  std::vector<double> baseline_w_;  // of each rail, for net_energy_j
  std::map<std::vector<std::string>, std::size_t> group_index_;
  std::vector<Group> groups_;
  long long rows_ = 0, too_short_ = 0, outside_ = 0, not_fitted_ = 0, partly_ = 0, vague_ = 0, in_step_ = 0;
  double best_partly_pct_ = 0;
  bool some_amount_ = false;  // of the column of --per
  bool wall_clock_ = false;   // the times of an interval can only be those of the wall clock
};

}  // namespace wattline::joules
