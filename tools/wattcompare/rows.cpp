// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::wattcompare {

const io::RowTable<Comparison>& comparison_rows() {
  using C = Comparison;
  static const io::RowTable<C> table{
      "comparison",
      {{{"quantity", "", 0, "name of the compared quantity"}, &C::quantity, &Quantity::name},
       {{"unit", "", 0, "unit of the two means, the difference and its interval"}, &C::quantity, &Quantity::unit},
       {{"a", "1", 0, "number of the first command"}, &C::a},
       {{"b", "1", 0, "number of the second command"}, &C::b},
       {{"mean_a", "unit", 6, "mean over the runs of command a"}, &C::mean_a},
       {{"mean_b", "unit", 6, "mean over the runs of command b"}, &C::mean_b},
       {{"difference", "unit", 6, "mean difference of b minus a within the blocks, which cancels drift"},
        &C::difference},
       {{"low", "unit", 6, "lower end of the 95 % confidence interval of the difference"}, &C::low},
       {{"high", "unit", 6, "upper end of this interval"}, &C::high},
       {{"difference_pct", "%", 3, "difference in % of mean_a"}, &C::difference_pct},
       {{"low_pct", "%", 3, "lower end of the interval in % of mean_a"}, &C::low_pct},
       {{"high_pct", "%", 3, "upper end of the interval in % of mean_a"}, &C::high_pct},
       {{"runs", "1", 0, "number of runs of each of the two commands"}, &C::runs},
       {{"verdict", "", 0, "a-lower, b-lower, not-distinguishable or unknown"}, &C::verdict},
       {io::kSource, &C::source}}};
  return table;
}

const io::RowTable<MeasuredRun>& run_rows() {
  using R = MeasuredRun;
  static const io::RowTable<R> table{
      "run",
      {io::interval_fields<R>(),
       {{"block", "1", 0, "number of the block, from 1; 0 = warm-up"}, &R::block},
       {{"position", "1", 0, "position of the run in its block, from 1"}, &R::position},
       {{"command", "1", 0, "number of the command, from 1"}, &R::command},
       {{"duration_s", "s", 6, "time from the start of the command to its end"}, &R::time_s},
       {{"power_w", "W", 4, "mean power: energy_j divided by duration_s"}, &R::power_w},
       {{"energy_j", "J", 6, "energy of the run"}, &R::energy_j},
       {{"steps", "1", 0, "number of step rows in phase counted"}, &R::steps},
       {{"step_ms", "ms", 6, "mean step_ms of the counted steps"}, &R::step_ms},
       {{"step_power_w", "W", 4, "mean power during the counted steps"}, &R::step_power_w},
       {{"step_energy_j", "J", 6, "mean energy of a counted step"}, &R::step_energy_j},
       {{"start_temp_c", "degC", 1, "hottest thermal zone at the start"}, &R::start_temp_c},
       {{"cool_down_s", "s", 3, "cool-down time between the previous run and this one"}, &R::cool_down_s},
       {io::kSource, &R::source}}};
  return table;
}

}  // namespace wattline::wattcompare
