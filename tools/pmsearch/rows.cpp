// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::pmsearch {

const io::RowTable<SearchRow>& search_rows() {
  using R = SearchRow;
  static const io::RowTable<R> table{
      "search",
      {{{"try", "1", 0, "profiles made so far"}, &R::number},
       io::mode_fields<R>(&R::mode),
       {{"minibatch_ms", "ms", 4, "measured time of a minibatch; of the answer, all its readings combined"},
        &R::minibatch_ms},
       {{"power_w", "W", 4, "measured power, likewise"}, &R::power_w},
       {{"decision", "", 0, "start, explore, recheck, failed; the last row: answer or infeasible"}, &R::decision},
       {{"best_ms", "ms", 4, "minibatch time of the best mode so far that keeps every limit"}, &R::best_ms},
       {{"expected_gain_pct", "%", 3, "what the policy expected of this try, in percent of the objective"},
        &R::expected_gain_pct},
       {{"energy_j", "J", 6, "time times power"}, &R::energy_j},
       {{"batch", "1", 0, "inference batch size, with --objective concurrent"}, &R::batch},
       {{"infer_ms", "ms", 4, "time of an inference minibatch, with --objective concurrent"}, &R::infer_ms},
       {{"verdict", "", 0, "pmsweep's on the profile; of the answer, on the latest profile of its mode"}, &R::verdict},
       {{"source", "", 0, "measured, emulated or replayed: of the readings behind the row"}, &R::source}}};
  return table;
}

}  // namespace wattline::pmsearch
