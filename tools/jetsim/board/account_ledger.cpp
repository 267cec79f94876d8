// SPDX-License-Identifier: Apache-2.0
#include "jetsim/board/account_ledger.hpp"

#include <algorithm>

namespace wattline::jetsim {

namespace {

AccountLedger::RailWatts minus(AccountLedger::RailWatts from, const AccountLedger::RailWatts& what) {
  for (std::size_t rail = 0; rail < from.size(); ++rail) from[rail] -= what[rail];
  return from;
}

}  // namespace

AccountLedger::AccountLedger(std::size_t rails, std::int64_t start_ns)
    : rails_(rails), idle_(rails, 0), ledgers_{{"idle", {rails, start_ns}}, {"shared", {rails, start_ns}}} {}

void AccountLedger::settle(const EmulatedLoad& load, const RailWatts& watts,
                           const std::function<RailWatts(const Activity&)>& watts_of) {
  const auto running = load.running();
  watts_.clear();
  if (running.empty()) idle_ = watts;
  watts_["idle"] = idle_;
  watts_["shared"] = RailWatts(rails_, 0);
  if (running.empty()) return;
  const RailWatts base = watts_of(load.background());
  watts_["shared"] = minus(base, idle_);
  std::vector<RailWatts> alone;
  RailWatts sum(rails_, 0);
  for (const auto& timeline : running) {
    alone.push_back(minus(watts_of(together(load.background(), timeline->now())), base));
    for (std::size_t rail = 0; rail < rails_; ++rail) sum[rail] += alone.back()[rail];
  }
  // Where the workloads together draw less than the sum, because no more than all cores can be busy, all get less.
  for (std::size_t i = 0; i < running.size(); ++i) {
    RailWatts& own = watts_.try_emplace(running[i]->account(), rails_, 0).first->second;
    for (std::size_t rail = 0; rail < rails_; ++rail) {
      const double scale = sum[rail] != 0 ? (watts[rail] - base[rail]) / sum[rail] : 0;
      own[rail] += alone[i][rail] * scale;
    }
  }
}

void AccountLedger::add(std::int64_t from_ns, std::int64_t to_ns) {
  for (const auto& [account, watts] : watts_) {
    const bool nothing = std::all_of(watts.begin(), watts.end(), [](double w) { return w == 0; });
    if (nothing && ledgers_.count(account) == 0) continue;
    EnergyLedger& ledger = ledgers_.try_emplace(account, rails_, from_ns).first->second;
    ledger.add(from_ns, RailWatts(rails_, 0));  // it may have had no energy for a while
    ledger.add(to_ns, watts);
  }
}

}  // namespace wattline::jetsim
