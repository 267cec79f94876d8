// SPDX-License-Identifier: Apache-2.0
// The searches of live-search.sh in a model of its boards, which takes minutes instead of an hour: the surfaces without
// noise, read with noise and with the same faults at the same turns.
#include <algorithm>
#include <cmath>
#include <future>
#include <set>

#include "benches.hpp"
#include "live_model.hpp"
#include "report.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Mode;
using model::Outcome;

constexpr double kNoisyTime = 0.08, kNoisyPower = 0.04;  // of one that ended early, or of uneven minibatches
constexpr double kNoisyShare = 1.0 / 3;
constexpr std::uint64_t kSeeds = 3;
constexpr double kShares[] = {0.15, 0.3, 0.5, 0.75};  // budgets, between the lowest and the highest power
const std::set<std::string> kWorkloads{"resnet18", "mobilenetv3", "bert", "lstm"};

enum class Fault { none, fast, slow, fails, noisy, secretly_noisy };

struct Case {
  std::string name;
  Fault fault;
  std::size_t profiles;
};

// A board that a search runs on. As in live-search.sh, a CPU policy freezes under the second mode that runs, until a
// mode has failed, the fourth reading is an outlier, and the sixth mode hangs. Noisy readings are the only fault of
// their board.
class FaultyBoard {
 public:
  FaultyBoard(const Table& truth, Fault fault, std::seed_seq& noise) : board_(truth, noise), fault_(fault) {}
  std::optional<Outcome> profile(const Mode& mode) {
    if (fault_ == Fault::none) return board_.read(mode);
    if (fault_ == Fault::noisy || fault_ == Fault::secretly_noisy) return noisy_reading(mode);
    if (frozen_khz_ && mode[model::kCpu] != *frozen_khz_) {
      frozen_khz_.reset();
      return std::nullopt;
    }
    ++runs_;
    Outcome outcome = board_.read(mode);
    if (runs_ == 2) frozen_khz_ = mode[model::kCpu];
    if (runs_ == 6 || (runs_ == 4 && fault_ == Fault::fails)) {
      frozen_khz_.reset();
      return std::nullopt;
    }
    if (runs_ == 4) {
      outcome.minibatch_ms *= fault_ == Fault::fast ? 0.45 : 2.5;
      outcome.power_w *= fault_ == Fault::fast ? 1.15 : 0.85;
    }
    return outcome;
  }

 private:
  Outcome noisy_reading(const Mode& mode) {
    if (board_.uniform() > kNoisyShare) return board_.read(mode);
    Outcome outcome = board_.read(mode, kNoisyTime, kNoisyPower);
    if (fault_ == Fault::secretly_noisy) return outcome;
    outcome.log_ms_sd = kNoisyTime;
    outcome.log_w_sd = kNoisyPower;
    return outcome;
  }

  NoisyBoard board_;
  Fault fault_;
  int runs_ = 0;
  std::optional<std::int64_t> frozen_khz_;
};

struct Tally {
  Spread excess;
  int unsolved = 0, over_1 = 0;
  void add(const Tally& other) {
    excess.add(other.excess);
    unsolved += other.unsolved;
    over_1 += other.over_1;
  }
};

void search_once(const model::Space& space, const Table& truth, double watts, const Case& what, FaultyBoard board,
                 Tally& tally) {
  model::Goal goal;
  goal.power_w = watts;
  const LiveSearch search(space, goal, what.profiles, [&](const Mode& mode) { return board.profile(mode); });
  if (search.decision.kind == model::Decision::Kind::infeasible) {
    ++tally.unsolved;
    return;
  }
  const Outcome& real = truth.at(search.decision.mode);
  tally.excess.add(std::max(0.0, 100 * (real.minibatch_ms / *optimum(truth, watts) - 1)));
  tally.over_1 += real.power_w > 1.01 * watts ? 1 : 0;
}

// `number`: of the table; it gives the noise.
Tally search_table(const Table& truth, std::uint64_t number, const Case& what) {
  const model::Space space(modes_of(truth));
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    for (std::uint64_t k = 0; k < std::size(kShares); ++k) {
      std::seed_seq noise{seed, number, k};
      search_once(space, truth, budget_at(truth, kShares[k]), what, FaultyBoard(truth, what.fault, noise), tally);
    }
  }
  return tally;
}

std::vector<Table> live_tables(const std::string& folder) {
  std::vector<Table> tables;
  for (const ExactTable& table : exact_tables(folder)) {
    if (kWorkloads.count(table.workload) != 0) tables.push_back(table.rows);
  }
  return tables;
}

Tally search_tables(const std::vector<Table>& tables, const Case& what) {
  std::vector<std::future<Tally>> parts;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    parts.push_back(std::async(std::launch::async, search_table, std::cref(tables[i]), i, std::cref(what)));
  }
  Tally all;
  for (auto& part : parts) all.add(part.get());
  return all;
}

}  // namespace

void bench_faults(const std::string& exact) {
  title("Searches with faults: a model of bench-live-search, four budgets, " + std::to_string(kSeeds) + " seeds");
  row("data", "fault", "profiles", "cases", "unsolved", "over_1_pct", "median_pct", "mean_pct", "p95_pct", "worst_pct",
      "mean_over_that_without_faults");
  const std::vector<Table> tables = live_tables(exact);
  double mean_without = 0;
  for (const Case& what :
       {Case{"none", Fault::none, 12}, Case{"none, 9 profiles", Fault::none, 9}, Case{"fast", Fault::fast, 12},
        Case{"slow", Fault::slow, 12}, Case{"fails instead", Fault::fails, 12}, Case{"noisy", Fault::noisy, 12},
        Case{"noisy, without standard errors", Fault::secretly_noisy, 12}}) {
    const Tally tally = search_tables(tables, what);
    if (mean_without == 0) mean_without = tally.excess.mean();
    const auto cases = tally.excess.values.size() + std::size_t(tally.unsolved);
    row("live model", what.name, what.profiles, cases, tally.unsolved, fixed(100.0 * tally.over_1 / double(cases)),
        tally.excess.text(), fixed(tally.excess.mean() / mean_without));
  }
}

}  // namespace wattline::bench
