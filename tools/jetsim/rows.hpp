// SPDX-License-Identifier: Apache-2.0
// The rows that jetsim alone prints. `jetsim step` prints the step and epoch rows of lib/io, as trainstep does.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"
#include "jetsim/workload/surface.hpp"

namespace wattline::jetsim {

struct FaultRow {
  std::string_view name, argument, meaning;
};
const io::RowTable<FaultRow>& fault_rows();

struct TruthRow {
  Clocks clocks;
  double minibatch_ms = 0, power_w = 0;
  std::optional<int> batch{};  // chosen by the user, or that of the inference
  std::optional<double> infer_ms{};
  std::optional<std::int64_t> tokens{};  // of a language model
  double idle_w = 0;
  PowerMode mode() const;
};
const io::RowTable<TruthRow>& truth_rows();

// The emulated board formats these fields itself.
const io::RowKind& ledger_rows();
// The same by account.
const io::RowKind& account_rows();

}  // namespace wattline::jetsim
