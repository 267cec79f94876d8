// SPDX-License-Identifier: Apache-2.0
// Memory clocks per board. The kernels of r32 to r36 list them nowhere, so they are written down here; a rate counts
// as set only when it was read back from the running machine.
#include <map>

#include "platform/mode/emc.hpp"

namespace wattline::platform {

namespace {

using Rates = std::vector<std::int64_t>;

// Rates that published runs of each board set and read back, or that NVIDIA's mode files name.
const Rates kOrin{204000000, 665600000, 2133000000, 3199000000};
// An Orin Nano without the Super device tree stops at 2133 MHz.
const Rates kOrinNano{204000000, 665600000, 2133000000};
// Maxima and mode values are published, the lower steps are not (medium confidence).
const Rates kAgxXavier{204000000,  408000000,  665600000,  800000000, 1065600000,
                       1331200000, 1600000000, 1866000000, 2133000000};
const Rates kXavierNx{204000000, 408000000, 665600000, 800000000, 1065600000, 1331200000, 1600000000, 1866000000};
const Rates kTx2{40800000,  68000000,   102000000,  204000000,  408000000, 665600000,
                 800000000, 1062400000, 1331200000, 1600000000, 1866000000};
const Rates kNano{204000000, 408000000, 665600000, 800000000, 1065600000, 1331200000, 1600000000};

}  // namespace

std::vector<std::int64_t> emc_table(const Board& board) {
  static const std::map<std::string, const Rates*> tables{
      {"agx-orin", &kOrin},      {"orin-nx", &kOrin}, {"agx-xavier", &kAgxXavier},
      {"xavier-nx", &kXavierNx}, {"tx2", &kTx2},      {"tx2-nx", &kTx2},
      {"nano", &kNano},          {"tx1", &kNano}};
  if (board.id == "orin-nano") return board.super ? kOrin : kOrinNano;
  const auto found = tables.find(board.id);
  return found == tables.end() ? Rates{} : *found->second;
}

}  // namespace wattline::platform
