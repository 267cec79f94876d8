// SPDX-License-Identifier: Apache-2.0
#include "model/account_activity.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace wattline::model {

namespace {

// The times in which any program ran.
std::vector<RateSpan> any_running(const std::vector<AccountLog>& logs) {
  std::vector<RateSpan> runs, joined;
  for (const AccountLog& log : logs) runs.insert(runs.end(), log.running.begin(), log.running.end());
  std::sort(runs.begin(), runs.end(), [](const RateSpan& a, const RateSpan& b) { return a.start_s < b.start_s; });
  for (const RateSpan& run : runs) {
    if (joined.empty() || run.start_s > joined.back().end_s) {
      joined.push_back(run);
    } else {
      joined.back().end_s = std::max(joined.back().end_s, run.end_s);
    }
  }
  return joined;
}

std::optional<std::size_t> state_during(const std::vector<AccountLog>& logs, double from_s, double to_s) {
  constexpr double kSlack = 1e-6;
  std::size_t state = 0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double ran_s = amount_between(logs[i].running, from_s, to_s);
    if (ran_s > kSlack && ran_s < to_s - from_s - kSlack) return std::nullopt;
    if (ran_s > kSlack) state |= std::size_t{1} << i;
  }
  return state;
}

// A row says what went on while it lasted, but not when: bound of the square of the error of what went on before t_s.
// It went on at most_rate, or more slowly.
double doubt_at(const std::vector<RateSpan>& rows, double t_s, double most_rate) {
  const auto ends_before = [](const RateSpan& row, double t) { return row.end_s <= t; };
  const auto row = std::lower_bound(rows.begin(), rows.end(), t_s, ends_before);
  if (row == rows.end() || row->start_s >= t_s) return 0;
  const double amount = row->rate * (row->end_s - row->start_s);
  const double least = std::max(amount - most_rate * (row->end_s - t_s), 0.0);
  const double most = std::min(amount, most_rate * (t_s - row->start_s));
  const double error = std::max(most - least, 0.0) / 2;
  return error * error;
}

// Of whole cores.
double most_cores(const std::vector<RateSpan>& cpu) {
  double most = 1;
  for (const RateSpan& row : cpu) most = std::max(most, std::ceil(row.rate));
  return most;
}

// Mean clocks in each state, from the rows of a program that ran then.
class ClockMeans {
 public:
  void add(std::size_t state, const std::vector<RateSpan>& clocks, double from_s, double to_s) {
    Sum& sum = sums_[state];
    const auto ends_before = [](const RateSpan& row, double t_s) { return row.end_s <= t_s; };
    for (auto row = std::lower_bound(clocks.begin(), clocks.end(), from_s, ends_before);
         row != clocks.end() && row->start_s < to_s; ++row) {
      sum.clock += row->rate;
      ++sum.rows;
    }
  }
  bool differ() const {
    constexpr double kSameClock = 0.03;
    double low = 1e300, high = 0;
    for (const auto& [state, sum] : sums_) {
      if (sum.rows == 0) continue;
      low = std::min(low, sum.clock / sum.rows);
      high = std::max(high, sum.clock / sum.rows);
    }
    return high > low * (1 + kSameClock);
  }

 private:
  struct Sum {
    double clock = 0, rows = 0;
  };
  std::map<std::size_t, Sum> sums_;
};

}  // namespace

std::vector<BlockActivity> activity_of(const std::vector<PowerBlocks::Block>& blocks,
                                       const std::vector<AccountLog>& logs, double margin_s) {
  std::vector<BlockActivity> list;
  const std::vector<RateSpan> any = any_running(logs);
  std::vector<double> cores;
  cores.reserve(logs.size());
  for (const AccountLog& log : logs) cores.push_back(most_cores(log.cpu));
  for (const PowerBlocks::Block& block : blocks) {
    const double from_s = block.start_s, to_s = block.end_s;
    Eigen::VectorXd amounts = Eigen::VectorXd::Zero(quantities_of(logs.size()));
    Eigen::VectorXd doubts = Eigen::VectorXd::Zero(amounts.size());
    amounts[kIdle] = to_s - from_s;
    amounts[kShared] = amount_between(any, from_s, to_s);
    for (std::size_t i = 0; i < logs.size(); ++i) {
      amounts[cpu_of(i)] = amount_between(logs[i].cpu, from_s, to_s);
      amounts[steps_of(i)] = amount_between(logs[i].steps, from_s, to_s);
      for (const double edge_s : {from_s, to_s}) {
        doubts[cpu_of(i)] += doubt_at(logs[i].cpu, edge_s, cores[i]);
      }
    }
    list.push_back({from_s, to_s - from_s, block.energy_j, std::move(amounts), std::move(doubts),
                    state_during(logs, from_s - margin_s, to_s + margin_s)});
  }
  return list;
}

bool clocks_changed(const std::vector<BlockActivity>& blocks, const std::vector<AccountLog>& logs) {
  ClockMeans cpu, gpu;
  for (const BlockActivity& block : blocks) {
    for (std::size_t i = 0; block.state && i < logs.size(); ++i) {
      if ((*block.state >> i & 1U) == 0) continue;
      cpu.add(*block.state, logs[i].cpu_khz, block.start_s, block.start_s + block.length_s);
      gpu.add(*block.state, logs[i].gpu_hz, block.start_s, block.start_s + block.length_s);
    }
  }
  return cpu.differ() || gpu.differ();
}

}  // namespace wattline::model
