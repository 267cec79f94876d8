// SPDX-License-Identifier: Apache-2.0
// bench_tune disturbed TABLE LARGER_BATCH: see disturbances.hpp.
// bench_tune TABLE < PLAN: jobs within a budget by other methods than pmtune's, with the noise and the costs of pmtune
// --replay. A line of PLAN is the budget in W, the minutes that the oracle needs, its time of a step in s and a seed;
// a row is the method, that line, and the job's time divided by the oracle's, the seconds of the search, those of them
// more than 2 % above the budget, and the percent by which the power of the held mode exceeds the budget.
#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>

#include "base/random.hpp"
#include "model/tune_replay.hpp"
#include "tune/disturbances.hpp"
#include "tune/methods.hpp"

namespace {

using namespace wattline;
using namespace wattline::bench;
using model::History;
using model::Mode;
using model::Outcome;

constexpr double kTimeBias = 0.002, kPowerBias = 0.004;  // as in lib/model/tune_replay.cpp
constexpr double kAbove = 1.02;
constexpr double kLeastSteps = 3;

struct Window {
  Mode mode{};
  double length_s = 0;
  Outcome read;
};

double normal(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * M_PI * random.uniform());
}

Window measure(const Mode& mode, const Outcome& truth, const Method& method, Random& random) {
  const model::ReplayRules rules;
  const double step_s = truth.minibatch_ms / 1e3, length_s = std::max(method.window_s, kLeastSteps * step_s);
  const double time_error = rules.step_noise / std::sqrt(length_s / step_s) + kTimeBias;
  const double power_error = rules.power_noise / std::sqrt(std::max(length_s - rules.settle_s, 0.1)) + kPowerBias;
  const double ms = truth.minibatch_ms * std::exp(time_error * normal(random));
  return {mode, length_s + rules.switch_s, {ms, truth.power_w * std::exp(power_error * normal(random))}};
}

struct Search {
  const Table& truth;
  model::Space space;
  std::vector<Window> run(const Method& method, const model::Goal& goal, std::uint64_t seed) const {
    Random random(mix64(seed, 7));
    model::SearchRules rules;
    rules.seed = seed;
    History history;
    std::vector<Window> windows;
    while (windows.size() < method.windows) {
      const auto next = method.propose(space, goal, rules, history);
      if (!next) break;
      const Mode& mode = space.modes()[next->mode];
      windows.push_back(measure(mode, truth.at(mode), method, random));
      history.add({mode, windows.back().read});
    }
    return windows;
  }
};

struct Line {
  double budget_w = 0, minutes = 0, oracle_step_s = 0;
  std::uint64_t seed = 1;
};

// A search that is longer than the job is cut short.
void print_job(const Method& method, const Search& search, const std::vector<Window>& windows, const Line& line) {
  const double job_s = line.minutes * 60;
  double steps = job_s / line.oracle_step_s, searched_s = 0, above_s = 0;
  model::Goal goal;
  goal.power_w = line.budget_w;
  History history;
  for (const Window& window : windows) {
    const Outcome& truth = search.truth.at(window.mode);
    if (steps <= 0 || searched_s > job_s) break;
    searched_s += window.length_s;
    if (truth.power_w > kAbove * line.budget_w) above_s += window.length_s;
    if (!method.repeats_work) steps -= window.length_s / (truth.minibatch_ms / 1e3);
    history.add({window.mode, window.read});
  }
  const auto best = history.best(goal);
  Mode held = best ? best->mode : Mode{};
  double least_w = INFINITY;
  for (const auto& [mode, read] : history.combined()) {
    if (best || read.power_w >= least_w) continue;
    least_w = read.power_w;
    held = mode;
  }
  const Outcome& truth = search.truth.at(held);
  const double time_s = searched_s + std::max(steps, 0.0) * truth.minibatch_ms / 1e3;
  std::printf("%s\t%g\t%g\t%llu\t%.4f\t%.1f\t%.1f\t%.2f\n", method.name.c_str(), line.budget_w, line.minutes,
              static_cast<unsigned long long>(line.seed), time_s / job_s, searched_s, above_s,
              std::max(100 * (truth.power_w / line.budget_w - 1), 0.0));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc == 4 && std::string(argv[1]) == "disturbed") return print_disturbed(argv[2], argv[3]), 0;
  if (argc != 2) return std::fprintf(stderr, "usage: bench_tune TABLE < PLAN | disturbed TABLE LARGER_BATCH\n"), 64;
  const Table table = load(argv[1], true);
  const Search search{table, model::Space(modes_of(table))};
  std::vector<Line> lines;
  for (Line line; std::cin >> line.budget_w >> line.minutes >> line.oracle_step_s >> line.seed;) lines.push_back(line);
  for (const Method& method : other_methods()) {
    std::map<std::pair<double, std::uint64_t>, std::vector<Window>> searches;
    for (const Line& line : lines) {
      model::Goal goal;
      goal.power_w = line.budget_w;
      const auto key = std::make_pair(method.uses_budget ? line.budget_w : 0, line.seed);
      if (searches.count(key) == 0) searches[key] = search.run(method, goal, line.seed);
      print_job(method, search, searches.at(key), line);
    }
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_tune: %s\n", error.what());
  return 1;
}
