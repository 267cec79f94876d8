// SPDX-License-Identifier: Apache-2.0
// Published figures on recorded tables, which lie beside the project; a test that lacks them says so.
#include <unistd.h>

#include <cmath>
#include <map>

#include "base/statistics.hpp"
#include "catch.hpp"
#include "json.hpp"
#include "model/experimental_design.hpp"
#include "model/prediction_error.hpp"
#include "model/profile_import.hpp"
#include "model/search.hpp"
#include "model/workload_model.hpp"

using namespace wattline;
using namespace wattline::model;
using namespace wattline::test;

namespace {

using Table = std::map<Mode, Outcome>;

std::optional<Table> load(const std::string& workload, bool keep_flagged) {
  const std::string path = kShared + "/data/orin-agx_train_" + workload + ".tsv";
  if (::access(path.c_str(), R_OK) != 0) {
    WARN("not checked: " << path << " is absent");
    return std::nullopt;
  }
  io::TsvReader reader(path);
  Table table;
  for (const ModeReading& r : readings_of(io::read_profiles(reader, io::ProfileNeeds::outcome), keep_flagged)) {
    table[r.mode] = {r.minibatch_ms, r.power_w, 0};
  }
  return table;
}

std::vector<Mode> modes_of(const Table& table) {
  std::vector<Mode> modes;
  for (const auto& entry : table) modes.push_back(entry.first);
  return modes;
}

Table part(const Table& table, const std::vector<Mode>& wanted) {
  Table result;
  for (const Mode& mode : wanted) {
    if (table.count(mode) != 0) result[mode] = table.at(mode);
  }
  return result;
}

}  // namespace

TEST_CASE("ten design points predict the recorded workloads as well as the reference does") {
  const auto json = read_json(kShared + "/models/golden.json");
  for (const char* workload : {"resnet", "yolo", "bert"}) {
    INFO(workload);
    const auto table = load(workload, false);
    if (!table || !json) return;
    const Space space(modes_of(*table));
    std::vector<ModeReading> readings;
    for (const Mode& mode : design(space, 10)) {
      readings.push_back({mode, table->at(mode).minibatch_ms, table->at(mode).power_w});
    }
    Table rest = *table;
    for (const ModeReading& reading : readings) rest.erase(reading.mode);
    const Prediction p = WorkloadModel(space.device(), readings).predict(modes_of(rest));
    std::vector<Pair> time, power;
    Eigen::Index k = 0;
    for (const auto& entry : rest) {
      time.push_back({std::exp(p.log_ms[k]), entry.second.minibatch_ms});
      power.push_back({std::exp(p.log_w[k++]), entry.second.power_w});
    }
    const Json& golden = json->get_child(std::string("fit_") + workload);
    CHECK(score(time).mean_pct == Approx(golden.get<double>("mape_time_ok")).margin(0.1));
    CHECK(score(power).mean_pct == Approx(golden.get<double>("mape_power_ok")).margin(0.1));
  }
}

TEST_CASE("binary search takes the authors' path on their grid") {
  const auto table = load("resnet", true);
  if (!table) return;
  std::vector<Mode> grid;
  for (const std::int64_t cores : {4, 8, 12}) {
    for (const std::int64_t cpu : {422400, 729600, 1036800, 1344000, 1651200, 1958400, 2201600}) {
      for (const std::int64_t gpu : {114750000, 318750000, 522750000, 726750000, 930750000, 1134750000, 1300500000}) {
        for (const std::int64_t emc : {665600000LL, 2133000000LL, 3199000000LL})
          grid.push_back({cores, cpu, gpu, emc, 0});
      }
    }
  }
  const Table truth = part(*table, grid);
  REQUIRE(truth.size() == 441);
  const Space space(grid);
  std::vector<double> excess;
  for (int watts = 12; watts <= 50; ++watts) {
    Goal goal;
    goal.power_w = watts;
    SearchRules rules;
    rules.max_profiles = 1000;
    History everything, history;
    for (const auto& [mode, outcome] : truth) everything.add({mode, outcome});
    const auto best = everything.best(goal);
    if (!best) continue;
    Decision decision = decide(space, goal, rules, propose_binary, history);
    while (decision.kind == Decision::Kind::start || decision.kind == Decision::Kind::explore) {
      history.add({decision.mode, truth.at(decision.mode)});
      decision = decide(space, goal, rules, propose_binary, history);
    }
    CHECK(history.tries().size() == 7);
    REQUIRE(decision.kind == Decision::Kind::answer);
    excess.push_back(100 * (truth.at(decision.mode).minibatch_ms / best->outcome.minibatch_ms - 1));
  }
  double mean = 0;
  for (const double value : excess) mean += value / double(excess.size());
  CHECK(*median(excess) == Approx(10.62).margin(0.005));
  CHECK(mean == Approx(18.07).margin(0.005));
  CHECK(*quantile(excess, 0.95) == Approx(52.20).margin(0.005));
}
