// SPDX-License-Identifier: Apache-2.0
#include "jetsim/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::jetsim {

PowerMode TruthRow::mode() const {
  return {clocks.cores(), clocks.cpu_khz.front(), clocks.gpu_hz, clocks.emc_hz};
}

const io::RowTable<TruthRow>& truth_rows() {
  using T = TruthRow;
  static const io::RowTable<T> table{
      "truth",
      {io::mode_fields<T>(&T::mode),
       {{"minibatch_ms", "ms", 4, "time of one training minibatch"}, &T::minibatch_ms},
       {{"power_w", "W", 4, "mean power of the board's total"}, &T::power_w},
       {{"batch", "1", 0,
         "samples in a minibatch, with --batch; with --interleave, requests in an inference minibatch"},
        &T::batch},
       {{"infer_ms", "ms", 4, "time of an inference minibatch, with --interleave"}, &T::infer_ms},
       io::mode_text<T>(&T::mode),
       {{"tokens", "1", 0, "number of tokens that a language model reads or writes in it"}, &T::tokens},
       {{"idle_w", "W", 4, "power of the board's total in the mode, without a workload"}, &T::idle_w},
       {{"source", "", 0, "emulated"}, [](const T&) { return "emulated"; }}}};
  return table;
}

const io::RowKind& ledger_rows() {
  static const io::RowKind kind{"ledger",
                                {{"rail", "", 0, "name of the rail, or TOTAL"},
                                 {"scope", "", 0, "total, part, nested or carrier"},
                                 {"from_mono_s", "s", 6, "start of the interval, CLOCK_MONOTONIC"},
                                 {"to_mono_s", "s", 6, "end of the interval, CLOCK_MONOTONIC"},
                                 {"energy_j", "J", 6, "true energy of the interval"},
                                 {"mean_power_w", "W", 6, "energy_j divided by the length of the interval"}}};
  return kind;
}

const io::RowKind& account_rows() {
  static const io::RowKind kind = [] {
    io::RowKind rows{"accounts", {{"account", "", 0, "idle, shared, or the process number of a workload"}}};
    rows.columns.insert(rows.columns.end(), ledger_rows().columns.begin(), ledger_rows().columns.end());
    return rows;
  }();
  return kind;
}

const io::RowTable<FaultRow>& fault_rows() {
  static const io::Column argument{"argument", "", 0, "argument that the fault takes; for an active fault, its value"};
  static const io::RowTable<FaultRow> table{"faults",
                                            {{{"fault", "", 0, "name of the fault"}, &FaultRow::name},
                                             {argument, &FaultRow::argument},
                                             {{"meaning", "", 0, "what the fault does"}, &FaultRow::meaning}}};
  return table;
}

}  // namespace wattline::jetsim
