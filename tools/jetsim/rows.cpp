// SPDX-License-Identifier: Apache-2.0
#include "jetsim/rows.hpp"

namespace wattline::jetsim {

const io::RowKind& fault_rows() {
  static const io::RowKind kind{"faults",
                                {{"fault", "", 0, "its name"},
                                 {"argument", "", 0, "what it takes; of a fault that is on, what it was given"},
                                 {"meaning", "", 0, "what happens"}}};
  return kind;
}

const io::RowKind& truth_rows() {
  static const io::RowKind kind{"truth",
                                {{"cores", "1", 0, "online cores"},
                                 {"cpu_khz", "kHz", 0, "clock of all online cores"},
                                 {"gpu_hz", "Hz", 0, "GPU clock"},
                                 {"emc_hz", "Hz", 0, "memory clock"},
                                 {"minibatch_ms", "ms", 4, "time of one minibatch"},
                                 {"power_w", "W", 4, "mean power of the board's total"},
                                 {"source", "", 0, "emulated"}}};
  return kind;
}

}  // namespace wattline::jetsim
