// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/rows.hpp"

#include "io/time_columns.hpp"

namespace wattline::wattcompare {

const io::RowTable<Comparison>& comparison_rows() {
  using C = Comparison;
  static const io::RowTable<C> table{
      "comparison",
      {{{"quantity", "", 0, "what is compared"}, &C::quantity, &Quantity::name},
       {{"unit", "", 0, "unit of the means, the difference and its interval"}, &C::quantity, &Quantity::unit},
       {{"a", "1", 0, "number of a command"}, &C::a},
       {{"b", "1", 0, "number of another command"}, &C::b},
       {{"mean_a", "unit", 6, "mean of the runs of a"}, &C::mean_a},
       {{"mean_b", "unit", 6, "mean of the runs of b"}, &C::mean_b},
       {{"difference", "unit", 6, "b less a, without what drifted"}, &C::difference},
       {{"low", "unit", 6, "lower end of its 95 % interval"}, &C::low},
       {{"high", "unit", 6, "upper end"}, &C::high},
       {{"difference_pct", "%", 3, "the difference in % of mean_a"}, &C::difference_pct},
       {{"low_pct", "%", 3, "lower end of the interval, likewise"}, &C::low_pct},
       {{"high_pct", "%", 3, "upper end, likewise"}, &C::high_pct},
       {{"runs", "1", 0, "runs of each of the two"}, &C::runs},
       {{"verdict", "", 0, "a-lower, b-lower, not-distinguishable or unknown"}, &C::verdict},
       {io::kSource, &C::source}}};
  return table;
}

const io::RowTable<MeasuredRun>& run_rows() {
  using R = MeasuredRun;
  static const io::RowTable<R> table{
      "run",
      {io::interval_fields<R>(),
       {{"block", "1", 0, "block of runs, from 1; 0 = warm-up"}, &R::block},
       {{"position", "1", 0, "place in the block, from 1"}, &R::position},
       {{"command", "1", 0, "number of the command, from 1"}, &R::command},
       {{"duration_s", "s", 6, "start of the command until its end"}, &R::time_s},
       {{"power_w", "W", 4, "energy divided by this time"}, &R::power_w},
       {{"energy_j", "J", 6, "energy of the run"}, &R::energy_j},
       {{"steps", "1", 0, "counted step rows"}, &R::steps},
       {{"step_ms", "ms", 6, "mean step_ms of these"}, &R::step_ms},
       {{"step_power_w", "W", 4, "mean power during these"}, &R::step_power_w},
       {{"step_energy_j", "J", 6, "mean energy of one"}, &R::step_energy_j},
       {{"start_temp_c", "degC", 1, "hottest thermal zone at the start"}, &R::start_temp_c},
       {{"cool_down_s", "s", 3, "wait before the run, after the one before it"}, &R::cool_down_s},
       {io::kSource, &R::source}}};
  return table;
}

}  // namespace wattline::wattcompare
