// SPDX-License-Identifier: Apache-2.0
#include "model/search.hpp"

#include <cmath>
#include <map>

#include "catch.hpp"
#include "json.hpp"

using namespace wattline::model;
using namespace wattline::test;

namespace {

// The authors' 441-mode grid of the AGX Orin.
std::vector<Mode> grid441() {
  std::vector<Mode> modes;
  for (const std::int64_t cores : {4, 8, 12}) {
    for (const std::int64_t cpu : {422400, 729600, 1036800, 1344000, 1651200, 1958400, 2201600}) {
      for (const std::int64_t gpu : {114750000, 318750000, 522750000, 726750000, 930750000, 1134750000, 1300500000}) {
        for (const std::int64_t emc : {665600000LL, 2133000000LL, 3199000000LL})
          modes.push_back({cores, cpu, gpu, emc, 0});
      }
    }
  }
  return modes;
}

}  // namespace

TEST_CASE("searches take the reference path") {
  const auto json = read_json(kShared + "/models/golden.json");
  if (!json) {
    WARN("not checked: " << kShared << "/models/golden.json is absent");
    return;
  }
  const Space space(grid441());
  for (const auto& [name, watts] : std::map<std::string, double>{
           {"search_c-bert_30W", 30}, {"search_c-resnet_25W", 25}, {"search_c-yolo_17W", 17}}) {
    INFO(name);
    const Json& golden = json->get_child(name);
    const auto order = modes(golden.get_child("order_modes"));
    const auto ms = numbers(golden.get_child("t")), w = numbers(golden.get_child("p"));
    Goal goal;
    goal.power_w = watts;
    Rules rules;
    rules.max_profiles = order.size();
    rules.min_gain = 0;
    History history;
    for (std::size_t i = 0; i < order.size(); ++i) {
      INFO("try " << i + 1);
      const Decision decision = decide(space, goal, rules, propose_physics, history);
      CHECK(decision.mode == order[i]);
      history.add({order[i], Outcome{ms[i], w[i], 0}});
    }
    CHECK(decide(space, goal, rules, propose_physics, history).kind == Decision::Kind::answer);
  }
}
