// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::pmsearch {

const io::RowTable<SearchRow>& search_rows() {
  using R = SearchRow;
  static const io::RowTable<R> table{
      "search",
      {{{"try", "1", 0, "number of profiles made so far"}, &R::number},
       io::mode_fields<R>(&R::mode),
       {{"minibatch_ms", "ms", 4, "measured time of a minibatch; in the answer, all readings of the mode combined"},
        &R::minibatch_ms},
       {{"power_w", "W", 4, "measured power; in the answer, all readings of the mode combined"}, &R::power_w},
       {{"decision", "", 0, "start, explore, recheck or failed; in the last row: answer or infeasible"}, &R::decision},
       {{"best_ms", "ms", 4, "minibatch time of the best mode so far that meets all limits"}, &R::best_ms},
       {{"expected_gain_pct", "%", 3, "improvement of the objective that the policy expected from this profile"},
        &R::expected_gain_pct},
       {{"energy_j", "J", 6, "energy of a minibatch: minibatch_ms times power_w"}, &R::energy_j},
       {{"batch", "1", 0, "inference batch size, with --objective concurrent"}, &R::batch},
       {{"infer_ms", "ms", 4, "time of an inference minibatch, with --objective concurrent"}, &R::infer_ms},
       {{"verdict", "", 0, "verdict of pmsweep on the profile; in the answer, on the latest profile of its mode"},
        &R::verdict},
       {{"source", "", 0, "source of the readings: measured, emulated or replayed"}, &R::source}}};
  return table;
}

}  // namespace wattline::pmsearch
