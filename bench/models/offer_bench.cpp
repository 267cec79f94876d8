// SPDX-License-Identifier: Apache-2.0
// The modes that pmsearch offers beside its answer, since they are nearly as good and cheaper: what they truly cost and
// save.
#include <future>
#include <optional>

#include "benches.hpp"
#include "live_model.hpp"
#include "model/explanation.hpp"
#include "report.hpp"

namespace wattline::bench {

namespace {

using model::Objective;
using model::Outcome;

constexpr std::uint64_t kSeeds = 3;
constexpr std::size_t kProfiles = 12;
constexpr double kPoorPct = 3;  // more costs, or less savings, make an offer a poor one

struct Case {
  std::string name;
  Objective objective;
  std::optional<double> budget_share;  // see budget_at()
  double time_noise = 0.006, power_noise = 0.005;
  double fault = 1;  // by what the time of the fourth reading is multiplied
};

struct Tally {
  int searches = 0, poor = 0, measured = 0;
  Spread costs, saves, promises;  // in %
  void add(const Tally& other) {
    searches += other.searches;
    poor += other.poor;
    measured += other.measured;
    costs.add(other.costs);
    saves.add(other.saves);
    promises.add(other.promises);
  }
};

double energy_or_time(const Outcome& outcome, bool energy) {
  return outcome.minibatch_ms * (energy ? outcome.power_w : 1);
}

void judge(const model::Explanation& explanation, const Table& truth, bool saves_energy, Tally& tally) {
  ++tally.searches;
  if (!explanation.cheaper) return;
  const Outcome &answer = truth.at(explanation.answer), &offer = truth.at(explanation.cheaper->mode);
  const auto change = [](const Outcome& of, const Outcome& from, bool energy) {
    return 100 * (energy_or_time(of, energy) / energy_or_time(from, energy) - 1);
  };
  const double costs = change(offer, answer, !saves_energy), saves = -change(offer, answer, saves_energy);
  tally.costs.add(costs);
  tally.saves.add(saves);
  tally.promises.add(-change(explanation.cheaper->outcome, explanation.outcome, saves_energy));
  tally.poor += costs > kPoorPct || saves < kPoorPct ? 1 : 0;
  tally.measured += explanation.cheaper->measured ? 1 : 0;
}

Tally search_table(const Table& truth, std::uint64_t number, const Case& what) {
  const model::Space space(modes_of(truth));
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    std::seed_seq noise{seed, number};
    NoisyBoard board(truth, noise);
    model::Goal goal;
    goal.objective = what.objective;
    if (what.budget_share) goal.power_w = budget_at(truth, *what.budget_share);
    int reads = 0;
    const LiveSearch search(space, goal, kProfiles, [&](const model::Mode& mode) {
      Outcome outcome = board.read(mode, what.time_noise, what.power_noise);
      if (++reads == 4) outcome.minibatch_ms *= what.fault;
      if (what.time_noise > model::kTimeNoise) outcome.log_ms_sd = what.time_noise;
      if (what.power_noise > model::kPowerNoise) outcome.log_w_sd = what.power_noise;
      return outcome;
    });
    if (search.decision.kind == model::Decision::Kind::infeasible) continue;
    const model::UsedReadings used = used_readings(space, goal, search.rules, search.history);
    const auto doubtful = [&](const model::Mode& mode) {
      return is_doubtful(space, goal, search.rules, used.history, mode);
    };
    judge(model::explain(space, goal, used.history, search.decision.mode, doubtful), truth,
          what.objective == Objective::time, tally);
  }
  return tally;
}

}  // namespace

void bench_offers(const std::string& exact) {
  title("Cheaper modes that searches offer: true cost in the objective, true and expected savings, in %");
  row("goal", "searches", "offers", "measured", "cost_mean", "cost_p95", "saves_mean", "saves_least",
      "expected_to_save_mean", "poor_offers");
  const std::vector<ExactTable> tables = exact_tables(exact);
  for (const Case& what :
       {Case{"time, half of the power", Objective::time, 0.5}, Case{"time, no budget", Objective::time, {}},
        Case{"energy", Objective::energy, {}}, Case{"time, no budget, noisy", Objective::time, {}, 0.08, 0.04},
        Case{"time, no budget, one a quarter too fast", Objective::time, {}, 0.006, 0.005, 0.75},
        Case{"energy, one a quarter too fast", Objective::energy, {}, 0.006, 0.005, 0.75}}) {
    std::vector<std::future<Tally>> parts;
    for (std::size_t i = 0; i < tables.size(); ++i)
      parts.push_back(std::async(std::launch::async, search_table, std::cref(tables[i].rows), i, std::cref(what)));
    Tally sum;
    for (auto& part : parts) sum.add(part.get());
    const auto at = [](const Spread& spread, double share) {
      return spread.values.empty() ? "NA" : fixed(*quantile(spread.values, share));
    };
    const auto mean = [](const Spread& spread) { return spread.values.empty() ? "NA" : fixed(spread.mean()); };
    row(what.name, sum.searches, sum.costs.values.size(), sum.measured, mean(sum.costs), at(sum.costs, 0.95),
        mean(sum.saves), at(sum.saves, 0), mean(sum.promises), sum.poor);
  }
}

}  // namespace wattline::bench
