// SPDX-License-Identifier: Apache-2.0
// The true energy of every rail by who caused it. The account `idle` is what the board draws while no workload runs;
// each workload has what its own activity adds at the present clocks and temperature; and `shared` is what remains:
// higher clocks and warmer silicon, which all workloads cause together.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "jetsim/board/emulated_load.hpp"
#include "jetsim/board/energy_ledger.hpp"

namespace wattline::jetsim {

class AccountLedger {
 public:
  using RailWatts = std::vector<double>;
  AccountLedger(std::size_t rails, std::int64_t start_ns);
  // The power from now on. `watts` is that of the whole board, and `watts_of` that of the board with another activity.
  void settle(const EmulatedLoad& load, const RailWatts& watts,
              const std::function<RailWatts(const Activity&)>& watts_of);
  // The time between two events, over which the power was constant.
  void add(std::int64_t from_ns, std::int64_t to_ns);
  // By account. An account without entries at some time had no energy then.
  const std::map<std::string, EnergyLedger>& ledgers() const { return ledgers_; }

 private:
  std::size_t rails_;
  RailWatts idle_;  // when no workload ran last
  std::map<std::string, RailWatts> watts_;
  std::map<std::string, EnergyLedger> ledgers_;
};

}  // namespace wattline::jetsim
