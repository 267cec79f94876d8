// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/wattcheck.hpp"

#include "recorded_case.hpp"
#include "row_rules.hpp"
#include "wattcheck/rows.hpp"

using namespace wattline;
using test::Kit;
using test::RecordedCase;
using Names = std::vector<std::string>;

namespace {

// Boards and workloads by their power, the error of their sensors, the sensors' windows and the time of a step.
std::vector<Kit> clean_kits() {
  struct Board {
    const char* name;
    double watts, error_w, window_s;
  };
  struct Workload {
    double step_ms, share;
    int epochs;
  };
  const Board boards[] = {{"agx-orin", 40, 0.8, 0.43},     {"orin-nx", 20, 0.12, 0.0066},
                          {"orin-nano", 13, 0.09, 0.0066}, {"agx-xavier", 30, 0.5, 0.5},
                          {"xavier-nx", 15, 0.1, 0.07},    {"nano", 8, 0.05, 0.0022},
                          {"tx2", 12, 0.09, 0.28},         {"orin-nano-super", 22, 0.1, 0.1}};
  const Workload workloads[] = {{58, 1, 3}, {990, 0.9, 1}, {10.4, 0.7, 2}};
  std::vector<Kit> kits;
  for (const Board& board : boards) {
    for (const Workload& workload : workloads) {
      Kit kit;
      kit.board = board.name;
      kit.watts = board.watts * workload.share;
      kit.error_w = board.error_w;
      kit.window_s = board.window_s;
      kit.step_ms = workload.step_ms;
      kit.epochs = workload.epochs;
      kit.interval_s = kits.size() % 3 == 0 ? 1 : kits.size() % 3 == 1 ? 0.1 : 0.5;
      kits.push_back(kit);
    }
  }
  return kits;
}

}  // namespace

TEST_CASE("24 clean runs of different boards and workloads pass every rule", "[wattcheck]") {
  const auto kits = clean_kits();
  CHECK(kits.size() == 24);
  for (const Kit& kit : kits) {
    INFO(kit.board << " " << kit.step_ms << " ms, every " << kit.interval_s << " s");
    RecordedCase run(kit);
    const auto verdicts = run.judge();
    CHECK(test::rules_with(verdicts, "fail") == Names{});
    CHECK(test::rules_with(verdicts, "unknown") == Names{});
    CHECK(verdicts.size() == wattcheck::rules().size());
    CHECK(run.status == 0);
  }
}

TEST_CASE("a rule that is unknown makes a run invalid only where it is required", "[wattcheck]") {
  RecordedCase run;
  run.given = {"power", "steps", "load"};
  const auto verdicts = run.judge();
  CHECK(test::rules_with(verdicts, "unknown") == Names{"cache", "epochs"});
  CHECK(run.status == 0);
  run.options.require = {"cache"};
  run.judge();
  CHECK(run.status == 1);
}

TEST_CASE("power and steps are enough for mlperf, and paper wants to know the machine too", "[wattcheck]") {
  RecordedCase run;
  run.given = {"power", "steps"};
  CHECK(run.status_by(wattcheck::LimitSet::paper) == 1);
  CHECK(run.status_by(wattcheck::LimitSet::mlperf) == 0);
}

TEST_CASE("quick takes a run of a few seconds", "[wattcheck]") {
  Kit kit;
  kit.seconds = 15;
  RecordedCase run(kit);
  run.given = {"power", "steps"};
  CHECK(run.status_by(wattcheck::LimitSet::paper) == 1);
  CHECK(run.status_by(wattcheck::LimitSet::quick) == 0);
}

TEST_CASE("emulated and replayed rows are accepted on request", "[wattcheck]") {
  RecordedCase run;
  run.files["power"].set("source", "emulated");
  run.files["steps"].set("source", "replayed");
  run.options.allow_emulated = true;
  CHECK(run.judge()["source"] == "pass");
  CHECK(run.status == 0);
}

TEST_CASE("without steps and epochs the whole power log is judged", "[wattcheck]") {
  RecordedCase run;
  run.given = {"power"};
  run.options.profile = wattcheck::LimitSet::quick;
  const auto verdicts = run.judge();
  CHECK(verdicts.at("duration") == "pass");
  CHECK(verdicts.at("coverage") == "pass");
  CHECK(verdicts.at("steps") == "unknown");
  CHECK(run.status == 1);
}

TEST_CASE("the parts of a rotated log are one log, in whatever order they are given", "[wattcheck]") {
  RecordedCase run;
  run.files["newer"] = run.files["power"];
  run.metas["newer"] = run.metas["power"];
  run.metas["power"].erase("mode_end");
  run.files["power"].erase(400, run.files["power"].size());
  run.files["newer"].erase(0, 400);
  run.given = {"newer", "power", "steps", "load"};
  CHECK(test::rules_with(run.judge(), "fail") == Names{});
  CHECK(run.status == 0);
}

TEST_CASE("a mode that the wrapped command was run under is not the one before and after it", "[wattcheck]") {
  RecordedCase run;
  run.metas["power"]["mode_during"] = "4c/1510400k/624750k/2133000k";
  CHECK(run.judge()["mode"] == "pass");
}

TEST_CASE("a knob that left the mode before the counted phase and came back is no defect", "[wattcheck]") {
  RecordedCase run;
  run.files["watch"].rows.push_back({"1700000997", "997", "gpu", "gpu", "deviates", "NA", "measured"});
  run.files["watch"].rows.push_back({"1700000999", "999", "gpu", "gpu", "follows", "NA", "measured"});
  CHECK(run.judge()["mode"] == "pass");
}

TEST_CASE("rows of pmode watch show that the mode was held, if they are of the whole counted phase", "[wattcheck]") {
  RecordedCase run;
  for (const char* file : {"power", "load"}) run.metas[file].erase("mode_start");
  CHECK(run.judge()["mode"] == "pass");
  run.metas["watch"]["last_check_mono_s"] = "1040";
  CHECK(run.judge()["mode"] == "unknown");
  run.metas["watch"].clear();
  CHECK(run.judge()["mode"] == "unknown");
}

TEST_CASE("a limit of the error can be set", "[wattcheck]") {
  RecordedCase run;
  run.options.max_error_pct = 0.5;
  CHECK(run.judge()["error-bound"] == "fail");
}

TEST_CASE("the rows of wattcheck have distinct columns with a meaning", "[wattcheck]") {
  test::check_row_rules(wattcheck::judgement_rows().kind());
}

TEST_CASE("files that are no rows of a run, and malformed rows, are refused", "[wattcheck]") {
  const std::pair<const char*, std::string> files[] = {
      {"empty", ""},
      {"no header", "\n"},
      {"other columns", "a\tb\n1\t2\n"},
      {"a power summary", "rail\tmean_w\nTOTAL\t5\n"},
      {"columns twice", "mono_s\tmono_s\trail\tpower_w\n1\t1\tTOTAL\t5\n"},
      {"not a number", "mono_s\trail\tpower_w\n1\tTOTAL\tfive\n"},
      {"nan", "mono_s\trail\tpower_w\n1\tTOTAL\tnan\n"},
      {"infinite", "mono_s\trail\tpower_w\ninf\tTOTAL\t5\n"},
      {"too few fields", "mono_s\trail\tpower_w\n1\tTOTAL\n"},
      {"no monotonic time", "time_s\tmono_s\trail\tpower_w\n1\tNA\tTOTAL\t5\n"},
      {"steps that end before they start", "start_mono_s\tend_mono_s\n3\t1\n"},
  };
  for (const auto& [what, text] : files) {
    INFO(what);
    RecordedCase run;
    run.raw["power"] = text;
    CHECK(run.refused() == ExitCode::data);
  }
}

TEST_CASE("CRLF and a byte order mark change nothing", "[wattcheck]") {
  RecordedCase run;
  for (const char* name : {"power", "steps"}) {
    std::string text = "\xEF\xBB\xBF";
    for (const char c : run.files[name].text()) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    run.raw[name] = text;
  }
  CHECK(test::rules_with(run.judge(), "fail") == Names{});
  CHECK(run.status == 0);
}

TEST_CASE("files with a header and no rows are invalid", "[wattcheck]") {
  for (const char* name : {"power", "steps"}) {
    INFO(name);
    RecordedCase run;
    run.files[name].erase(0, run.files[name].size());
    run.judge();
    CHECK(run.status == 1);
  }
}

TEST_CASE("a rule that does not exist and a call without files are refused", "[wattcheck]") {
  RecordedCase run;
  run.options.require = {"beauty"};
  CHECK(run.refused() == ExitCode::usage);
  run.options.require.clear();
  run.given.clear();
  CHECK(run.refused() == ExitCode::usage);
}

TEST_CASE("where a meta file states a window, this is the counted phase", "[wattcheck]") {
  RecordedCase run;
  run.given = {"power", "steps", "load", "epochs"};
  run.options.profile = wattcheck::LimitSet::quick;
  run.metas["power"]["window_start_mono_s"] = "1020.000000";
  run.metas["power"]["window_end_mono_s"] = "1024.000000";
  const auto verdicts = run.judge();
  CHECK(test::rules_with(verdicts, "fail") == Names{"duration"});  // four seconds, of the 80 in the files
  CHECK(verdicts.at("epochs") == "unknown");
  run.metas["power"]["window_end_mono_s"] = "1021.000000";
  CHECK(run.judge()["steps"] == "fail");  // four steps
  for (const char* no_window : {"1019.000000", "NA", ""}) {
    run.metas["power"]["window_end_mono_s"] = no_window;
    CHECK(test::rules_with(run.judge(), "fail") == Names{"facts"});
  }
}

TEST_CASE("the steps of a window may begin within an epoch", "[wattcheck]") {
  RecordedCase run;
  run.given = {"power", "steps", "load"};
  run.options.profile = wattcheck::LimitSet::quick;
  run.files["steps"].erase(0, 20);
  CHECK(run.judge()["step-rows"] == "fail");
  run.metas["power"]["window_start_mono_s"] = "1010.000000";
  run.metas["power"]["window_end_mono_s"] = "1030.000000";
  CHECK(test::rules_with(run.judge(), "fail") == Names{});
  run.files["steps"].erase(5, 6);
  CHECK(run.judge()["step-rows"] == "fail");
}

TEST_CASE("validation between the steps is no step, and its rows have no number", "[wattcheck]") {
  RecordedCase run;
  run.given = {"power", "steps", "load"};
  auto& steps = run.files["steps"];
  steps.rows.insert(steps.rows.begin() + 6, steps.rows[5]);
  steps.set("phase", "validation", 5, 6);
  steps.set("step", "NA", 5, 6);
  CHECK(run.judge()["step-rows"] == "pass");
  steps.set("phase", "counted", 5, 6);
  CHECK(run.judge()["step-rows"] == "unknown");
}
