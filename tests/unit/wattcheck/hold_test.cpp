// SPDX-License-Identifier: Apache-2.0
#include "recorded_case.hpp"

using namespace wattline;
using test::Kit;
using test::RecordedCase;
using Names = std::vector<std::string>;

namespace {

// Windows of pmtune from 1000 s: modes are tried for 12 s, and one is held from then on.
test::EditedTable tuned_windows(const Kit& kit) {
  test::EditedTable windows;
  windows.rows = {{"start_mono_s", "end_mono_s", "time_s", "window", "phase", "steps", "decision", "mode", "source"}};
  const auto add = [&](int start_s, int end_s, const char* phase, const std::string& mode) {
    windows.rows.push_back({std::to_string(start_s), std::to_string(end_s), std::to_string(1'700'000'000 + end_s),
                            std::to_string(windows.rows.size()), phase, "9", "hold", mode, "measured"});
  };
  add(1000, 1006, "explore", "6c/max/max/max");
  add(1006, 1012, "explore", "2c/max/max/max");
  for (int t = 1012; t < 1080; t += 4) add(t, t + 4, "hold", kit.mode);
  return windows;
}

}  // namespace

TEST_CASE("of a job under pmtune, the time is judged in which it held a mode", "[wattcheck]") {
  const Kit kit;
  RecordedCase run(kit);
  run.files["power"].add("power_w", 8, 40, 160);  // 0.1 s apart, from 996 s
  run.files["load"].set("cpus_online", "2", 10, 16);
  for (const char* meta : {"power", "load"}) run.metas[meta]["mode_end"] = "6c/max/max/max";
  run.given = {"power", "steps", "load"};
  const auto untuned = run.judge();
  for (const char* rule : {"mode", "clocks", "power-drift"}) CHECK(untuned.at(rule) == "fail");

  run.files["windows"] = tuned_windows(kit);
  run.given.emplace_back("windows");
  const auto verdicts = run.judge();
  CHECK(test::rules_with(verdicts, "fail") == Names{});
  CHECK(run.status == 0);
}

TEST_CASE("of a job under pmtune that held no mode, nothing is judged", "[wattcheck]") {
  RecordedCase run;
  run.files["windows"] = tuned_windows(Kit());
  run.files["windows"].set("phase", "explore");
  run.given.emplace_back("windows");
  const auto verdicts = run.judge();
  CHECK(verdicts.at("duration") == "unknown");
  CHECK(run.status == 1);
}

TEST_CASE("where a job under pmtune held several modes, the longest time in one of them is judged", "[wattcheck]") {
  RecordedCase run;
  auto& windows = run.files["windows"] = tuned_windows(Kit());
  windows.at(3, "mode") = "4c/max/max/max";
  windows.at(4, "phase") = "re-explore";
  run.given.emplace_back("windows");
  run.judge();
  CHECK(run.status == 1);  // less than the 60 s of the profile
  run.options.profile = wattcheck::LimitSet::quick;
  run.judge();
  CHECK(run.status == 0);
}

TEST_CASE("a mode that two jobs held one after the other was not held between them", "[wattcheck]") {
  RecordedCase run;
  auto& windows = run.files["windows"] = tuned_windows(Kit());
  windows.erase(8, 12);  // 1036 s to 1052 s
  run.given.emplace_back("windows");
  run.options.profile = wattcheck::LimitSet::quick;
  CHECK(run.judge().at("duration") == "pass");
  run.options.profile = wattcheck::LimitSet::paper;
  CHECK(run.judge().at("duration") == "fail");  // 28 s are the longest
}
