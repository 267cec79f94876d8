// SPDX-License-Identifier: Apache-2.0
#include "tune/disturbances.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "model/tune_replay.hpp"
#include "tables.hpp"

namespace wattline::bench {

namespace {

using model::Mode;
using model::Outcome;

constexpr double kJobS = 30 * 60, kBefore = 1.0 / 3;  // share of the job's steps before the change
constexpr double kThrottled = 0.6;                    // of the highest CPU and GPU clock
constexpr double kProgramTime = 1.25, kProgramPower = 1.08;
constexpr double kNear = 1.03, kWithin = 1.02;
constexpr std::uint64_t kSeeds = 3;

// The clocks of every mode are capped in silence.
Table throttled(const Table& table) {
  const model::Space space(modes_of(table));
  Table later;
  for (const auto& entry : table) {
    Mode mode = entry.first;
    for (const model::Axis axis : {model::kCpu, model::kGpu}) {
      const auto& settings = space.axis(axis);
      const auto above =
          std::upper_bound(settings.begin(), settings.end(), std::int64_t(kThrottled * double(settings.back())));
      mode[axis] = std::min(mode[axis], above == settings.begin() ? settings.front() : *(above - 1));
    }
    const auto capped = table.find(mode);
    later[entry.first] = capped == table.end() ? entry.second : capped->second;
  }
  return later;
}

Table beside_program(const Table& table) {
  Table later = table;
  for (auto& entry : later) {
    entry.second.minibatch_ms *= kProgramTime;
    entry.second.power_w *= kProgramPower;
  }
  return later;
}

struct Disturbance {
  const char* name;
  Table later;
};

// When a job runs in good modes for good; windows that explore may be worse.
struct Recovery {
  bool done = false;
  double at_s = 0;
  void see(const model::TuneWindow& window, bool is_good) {
    if (is_good && !done) at_s = window.start_s;
    done = is_good || (done && window.phase != model::TunePhase::hold);
  }
};

double power_at(const Table& table, double share) {
  double least_w = INFINITY;
  for (const auto& entry : table) least_w = std::min(least_w, entry.second.power_w);
  return least_w + share * (power_of_fastest(table) - least_w);
}

void print_job(const std::string& name, const Table& table, const Disturbance& change, double budget_w,
               std::uint64_t seed) {
  const auto before = optimum(table, budget_w), after = optimum(change.later, budget_w);
  if (!before || !after) return;
  model::Goal goal;
  goal.power_w = budget_w;
  model::ReplayRules rules;
  rules.steps = kJobS / (*before / 1e3);
  rules.seed = seed;
  const double change_step = kBefore * rules.steps;
  const model::Space space(modes_of(table));
  model::Tuner tuner(space, goal, {}, model::start_of(space, {}));
  double done = 0, changed_s = 0, end_s = 0;
  Recovery recovery;
  const auto truth = [&](const Mode& mode, double steps) -> const Outcome& {
    return (steps < change_step ? table : change.later).at(mode);
  };
  model::replay_tuning(truth, tuner, rules, [&](const model::TuneWindow& window) {
    const Outcome& outcome = change.later.at(window.mode);
    const bool is_good = outcome.minibatch_ms <= kNear * *after && outcome.power_w <= kWithin * budget_w;
    done += window.steps;
    end_s = window.end_s;
    if (done < change_step)
      changed_s = window.end_s;
    else
      recovery.see(window, is_good);
  });
  const double oracle_s = (rules.steps - change_step) * *after / 1e3;
  std::printf("%s\t%s\t%g\t%llu\t%.0f\t%.4f\n", name.c_str(), change.name, budget_w,
              static_cast<unsigned long long>(seed), (recovery.done ? recovery.at_s : end_s) - changed_s,
              (end_s - changed_s) / oracle_s);
}

}  // namespace

void print_disturbed(const std::string& path, const std::string& larger_batch) {
  const Table table = load(path, true);
  std::string name = path.substr(path.rfind('/') + 1);
  name.resize(name.rfind('.'));
  const std::vector<Disturbance> changes{{"throttled clocks", throttled(table)},
                                         {"a second program", beside_program(table)},
                                         {"a larger batch", load(larger_batch, true)}};
  for (const Disturbance& change : changes) {
    for (const double share : {0.4, 0.8}) {
      for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) print_job(name, table, change, power_at(table, share), seed);
    }
  }
}

}  // namespace wattline::bench
