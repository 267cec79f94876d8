// SPDX-License-Identifier: Apache-2.0
// What the profiles of two other workloads of the same board are worth, on emulated boards.
#include <future>

#include "benches.hpp"
#include "live_model.hpp"
#include "model/bounded_prediction.hpp"
#include "model/experimental_design.hpp"
#include "report.hpp"

namespace wattline::bench {

namespace {

constexpr std::uint64_t kSeeds = 2;
constexpr double kShares[] = {0.15, 0.3, 0.5, 0.75};
constexpr std::size_t kProfiles[] = {6, 8, 10};
constexpr std::size_t kDesign[] = {5, 10};

struct Tally {
  Spread excess;
  int unsolved = 0;
  void add(const Tally& other) {
    excess.add(other.excess);
    unsolved += other.unsolved;
  }
};

// Of one table; without and with the prior.
struct Compared {
  Tally searches[std::size(kProfiles)][2];
  Spread time[std::size(kDesign)][2], power[std::size(kDesign)][2];
};

// The next two workloads of the board, in the order of the tables.
model::Priors priors_of_others(const std::vector<ExactTable>& tables, std::size_t at) {
  std::vector<const Table*> others;
  for (std::size_t k = 1; k < tables.size() && others.size() < 2; ++k) {
    const ExactTable& other = tables[(at + k) % tables.size()];
    if (other.board == tables[at].board) others.push_back(&other.rows);
  }
  return priors_of(others);
}

Tally search_all(const model::Space& space, const Table& truth, std::size_t profiles, std::uint64_t number) {
  Tally tally;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    for (std::uint64_t k = 0; k < std::size(kShares); ++k) {
      std::seed_seq noise{seed, number, k};
      NoisyBoard board(truth, noise);
      model::Goal goal;
      goal.power_w = budget_at(truth, kShares[k]);
      const LiveSearch search(space, goal, profiles, [&](const model::Mode& mode) { return board.read(mode); });
      if (search.decision.kind == model::Decision::Kind::infeasible) {
        ++tally.unsolved;
        continue;
      }
      const double ms = truth.at(search.decision.mode).minibatch_ms;
      tally.excess.add(std::max(0.0, 100 * (ms / *optimum(truth, *goal.power_w) - 1)));
    }
  }
  return tally;
}

void predict(const model::Space& space, const Table& truth, std::size_t profiles, Spread& time, Spread& power) {
  const model::WorkloadModel fit(space.device(), readings_of(truth, model::design(space, profiles)), space.priors());
  const model::Prediction p = model::predict_within_bounds(fit, space.modes());
  Spread ms, watts;
  for (std::size_t i = 0; i < space.modes().size(); ++i) {
    const model::Outcome& real = truth.at(space.modes()[i]);
    ms.add(100 * std::fabs(std::exp(p.log_ms[Eigen::Index(i)]) / real.minibatch_ms - 1));
    watts.add(100 * std::fabs(std::exp(p.log_w[Eigen::Index(i)]) / real.power_w - 1));
  }
  time.add(ms.mean());
  power.add(watts.mean());
}

Compared compare(const std::vector<ExactTable>& tables, std::size_t at) {
  const Table& truth = tables[at].rows;
  Compared all;
  model::Space space(modes_of(truth));
  for (const int with : {0, 1}) {
    if (with == 1) space.start_from(priors_of_others(tables, at));
    for (std::size_t n = 0; n < std::size(kProfiles); ++n)
      all.searches[n][with] = search_all(space, truth, kProfiles[n], at);
    for (std::size_t n = 0; n < std::size(kDesign); ++n)
      predict(space, truth, kDesign[n], all.time[n][with], all.power[n][with]);
  }
  return all;
}

constexpr const char* kNames[] = {"built-in prior", "prior of two others"};

void print(const std::string& data, const std::vector<Compared>& of) {
  Tally searches[std::size(kProfiles)][2];
  Spread time[std::size(kDesign)][2], power[std::size(kDesign)][2];
  for (const int with : {0, 1}) {
    for (const Compared& one : of) {
      for (std::size_t n = 0; n < std::size(kProfiles); ++n) searches[n][with].add(one.searches[n][with]);
      for (std::size_t n = 0; n < std::size(kDesign); ++n) time[n][with].add(one.time[n][with]);
      for (std::size_t n = 0; n < std::size(kDesign); ++n) power[n][with].add(one.power[n][with]);
    }
  }
  const auto name = [](int with, const char* what, std::size_t n) {
    return std::string(kNames[with]) + ", " + what + " " + std::to_string(n);
  };
  const double most = searches[std::size(kProfiles) - 1][0].excess.mean();
  for (std::size_t n = 0; n < std::size(kProfiles); ++n) {
    for (const int with : {0, 1}) {
      const Tally& tally = searches[n][with];
      row(data, name(with, "search", kProfiles[n]), tally.excess.values.size() + std::size_t(tally.unsolved),
          tally.unsolved, tally.excess.text(), "NA", fixed(tally.excess.mean() / most));
    }
  }
  for (std::size_t n = 0; n < std::size(kDesign); ++n) {
    for (const int with : {0, 1}) {
      row(data, name(with, "design", kDesign[n]), of.size(), 0, time[n][with].text(), fixed(power[n][with].mean()),
          "NA");
    }
  }
}

}  // namespace

void bench_priors(const std::string& exact) {
  title("Priors of two other workloads of the same emulated board: excess time, or error of time over tables (%)");
  row("data", "method", "cases", "unsolved", "median_pct", "mean_pct", "p95_pct", "worst_pct", "power_mean_pct",
      "mean_over_that_of_10_built_in");
  const std::vector<ExactTable> tables = exact_tables(exact);
  std::vector<std::future<Compared>> parts;
  for (std::size_t i = 0; i < tables.size(); ++i)
    parts.push_back(std::async(std::launch::async, compare, std::cref(tables), i));
  std::map<std::string, std::vector<Compared>> by_board;
  std::vector<Compared> all;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    all.push_back(parts[i].get());
    by_board[tables[i].board].push_back(all.back());
  }
  for (const auto& [board, of] : by_board) print("emulated " + board, of);
  print("emulated boards", all);
}

}  // namespace wattline::bench
