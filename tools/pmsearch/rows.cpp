// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::pmsearch {

namespace {

const io::Column kSource{"source", "", 0, "source of the readings: measured, emulated or replayed"};
const io::Column kTargetTime{"target_s", "s", 3, "time to the target accuracy, with --target-samples"};
const io::Column kTargetEnergy{"target_j", "J", 3, "energy to the target accuracy, with --target-samples"};

}  // namespace

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
       {{"batch", "1", 0, "batch size, with --axes batch; of the inference, with --objective concurrent"}, &R::batch},
       {{"infer_ms", "ms", 4, "time of an inference minibatch, with --objective concurrent"}, &R::infer_ms},
       {{"verdict", "", 0, "verdict of pmsweep on the profile; in the answer, on the latest profile of its mode"},
        &R::verdict},
       {{"latency_ms", "ms", 4, "latency of an inference request, with --latency p50, p95 or p99"}, &R::latency_ms},
       {{"reason", "", 0, "why a profile failed or is doubtful, as pmsweep reports it"}, &R::reason},
       {{"logs", "", 0, "folder with the logs of the profile"}, &R::logs},
       io::mode_text<R>(&R::mode),
       {kTargetTime, &R::target_s},
       {kTargetEnergy, &R::target_j},
       {{"minibatch_se_ms", "ms", 4, "standard error of minibatch_ms, if it is above the usual 2 %"},
        &R::minibatch_se_ms},
       {{"power_se_w", "W", 4, "standard error of power_w, if it is above the usual 1.2 %"}, &R::power_se_w},
       {kSource, &R::source}}};
  return table;
}

const io::RowTable<ExplanationRow>& explanation_rows() {
  using R = ExplanationRow;
  using model::Outcome;
  static const io::RowTable<R> table{
      "explanation",
      {io::mode_fields<R>(&R::mode),
       {{"knob", "", 0,
         "knob that differs from the answer; none = the answer itself, any = a cheaper mode that is nearly as good"},
        &R::knob},
       {{"step", "1", 0, "1 = one setting higher than the answer, -1 = one lower"}, &R::step},
       {{"minibatch_ms", "ms", 4, "time of a minibatch"}, &R::outcome, &Outcome::minibatch_ms},
       {{"power_w", "W", 4, "power"}, &R::outcome, &Outcome::power_w},
       {{"energy_j", "J", 6, "time times power"}, &R::energy_j},
       {{"minibatch_pct", "%", 3, "time compared with the answer"}, &R::minibatch_pct},
       {{"power_pct", "%", 3, "power compared with the answer"}, &R::power_pct},
       {{"energy_pct", "%", 3, "energy compared with the answer"}, &R::energy_pct},
       {{"objective_pct", "%", 3, "objective compared with the answer; negative is better"}, &R::objective_pct},
       {{"feasible", "1", 0, "1 = the mode keeps every limit"}, &R::feasible},
       {{"chance", "1", 3, "probability that a profile of the mode keeps every limit; 0 or 1 if measured"}, &R::chance},
       {{"breaks", "", 0, "limits that the mode does not keep: power,time,rate,latency,target; or none"}, &R::breaks},
       {{"place", "", 0, "where the answer stands in the range of the knob: bottom, inside or top"},
        &R::place,
        io::or_na},
       {{"basis", "", 0, "measured or predicted"}, &R::basis},
       io::mode_text<R>(&R::mode),
       {{"batch", "1", 0, "batch size, with --axes batch"}, &R::batch},
       {kTargetTime, &R::target_s},
       {kTargetEnergy, &R::target_j},
       {kSource, &R::source}}};
  return table;
}

}  // namespace wattline::pmsearch
