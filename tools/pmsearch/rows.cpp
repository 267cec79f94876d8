// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::pmsearch {

const io::RowTable<SearchRow>& search_rows() {
  static const auto table = io::mode_row_table<SearchRow>(
      "search", {{{"try", "1", 0, "profiles made so far"}, &SearchRow::number}}, &SearchRow::mode,
      {{{"minibatch_ms", "ms", 4, "measured time of a minibatch; of the answer, all its readings combined"},
        &SearchRow::minibatch_ms},
       {{"power_w", "W", 4, "measured power, likewise"}, &SearchRow::power_w},
       {{"decision", "", 0, "start, explore, recheck, failed; the last row: answer or infeasible"},
        &SearchRow::decision},
       {{"best_ms", "ms", 4, "minibatch time of the best mode so far that keeps every limit"}, &SearchRow::best_ms},
       {{"expected_gain_pct", "%", 3, "what the policy expected of this try, in percent of the objective"},
        &SearchRow::expected_gain_pct},
       {{"energy_j", "J", 6, "time times power"}, &SearchRow::energy_j},
       {{"batch", "1", 0, "inference batch size, with --objective concurrent"}, &SearchRow::batch},
       {{"infer_ms", "ms", 4, "time of an inference minibatch, with --objective concurrent"}, &SearchRow::infer_ms},
       {{"source", "", 0, "measured, emulated or replayed: of the readings behind the row"}, &SearchRow::source}});
  return table;
}

}  // namespace wattline::pmsearch
