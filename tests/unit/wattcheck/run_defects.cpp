// SPDX-License-Identifier: Apache-2.0
#include "defects.hpp"

namespace wattline::test {

const std::vector<Defect>& stream_defects() {
  static const std::vector<Defect> defects{
      {"emulated power", "source", "", [](RecordedCase& run) { run.files["power"].set("source", "emulated"); }},
      {"replayed steps", "source", "", [](RecordedCase& run) { run.files["steps"].set("source", "replayed", 5, 6); }},
      {"no source at all", "", "source", [](RecordedCase& run) { run.files["steps"].drop("source"); }},
      {"the logger was killed within a line", "complete", "",
       [](RecordedCase& run) {
         run.raw["power"] = run.files["power"].text();
         run.raw["power"].resize(run.raw["power"].size() - 7);
       }},
      {"the logger was killed", "", "complete", [](RecordedCase& run) { run.metas["load"].erase("mode_end"); }},
      {"a window ends before it starts", "facts", "",
       [](RecordedCase& run) {
         run.metas["power"].insert({{"window_start_mono_s", "1040.0"}, {"window_end_mono_s", "1010.0"}});
       }},
      {"the window of the sensor is no number", "facts", "error-bound,resolution",
       [](RecordedCase& run) { run.metas["power"]["rail.TOTAL.error_w"] = "nan"; }},
      {"the number of missed ticks is negative", "facts", "",
       [](RecordedCase& run) { run.metas["power"]["missed_ticks"] = "-3"; }},
      {"the number of missed ticks was removed", "facts", "missed",
       [](RecordedCase& run) { run.metas["power"].erase("missed_ticks"); }},
      {"the mode while the command ran is none", "facts", "",
       [](RecordedCase& run) { run.metas["power"]["mode_during"] = "abc"; }},
      {"the mode at the end has a clock that is none", "facts", "",
       [](RecordedCase& run) { run.metas["power"]["mode_during"] = "4c/x/900M/2133M"; }},
      {"the idle power is negative", "facts", "",
       [](RecordedCase& run) { run.metas["power"]["rail.TOTAL.idle_w"] = "-5"; }},
      {"the interval is 0", "facts", "missed", [](RecordedCase& run) { run.metas["power"]["interval_s"] = "0"; }},
      {"time goes back", "order", "",
       [](RecordedCase& run) { std::swap(run.files["power"].rows[kLater], run.files["power"].rows[kLater + 1]); }},
      {"one log twice", "order", "", [](RecordedCase& run) { run.given.push_back("power"); }},
      {"the power is of another boot", "boot", "",
       [](RecordedCase& run) { run.metas["power"]["boot_id"] = "00000000-4292-4bcf-a538-77a68d6a2a0d"; }},
      {"the power is of another machine", "host", "", [](RecordedCase& run) { run.metas["power"]["host"] = "board2"; }},
      {"the load is of another board", "host", "", [](RecordedCase& run) { run.metas["load"]["board"] = "agx-orin"; }},
      {"the wall clock was set", "clock-offset", "",
       [](RecordedCase& run) { run.files["power"].add("time_s", 0.8, kLater, run.files["power"].size()); }},
      {"the clocks of two files differ", "clock-offset", "",
       [](RecordedCase& run) { run.files["steps"].add("time_s", -30, 0, run.files["steps"].size()); }},
      {"the kernel is not recorded", "", "software",
       [](RecordedCase& run) {
         for (const char* file : {"power", "load"}) run.metas[file].erase("kernel");
       }},
      {"the release of L4T is not recorded", "", "software",
       [](RecordedCase& run) {
         for (const char* file : {"power", "load"}) run.metas[file].erase("l4t");
       }},
      {"the version of the framework is not recorded", "", "framework",
       [](RecordedCase& run) { run.metas["steps"].erase("torch"); }},
  };
  return defects;
}

const std::vector<Defect>& step_defects() {
  static const std::vector<Defect> defects{
      {"fewer than 40 counted steps", "steps", "", recorded_with([](Kit& kit) { kit.step_ms = 2200; })},
      {"the times of the steps vary too much", "step-cv", "",
       [](RecordedCase& run) {
         auto& steps = run.files["steps"];
         for (std::size_t i = kLaterStep; i < kLaterStep + 60; i += 2) {
           steps.add("end_mono_s", -0.2, i, i + 1);
           steps.add("time_s", -0.2, i, i + 1);
           steps.add("start_mono_s", -0.2, i + 1, i + 2);
         }
       }},
      {"the first minibatch is counted", "first-step,step-cv", "",
       [](RecordedCase& run) { run.files["steps"].at(0, "phase") = "counted"; }},
      {"the first minibatch of the second epoch is counted", "first-step,step-cv", "",
       [](RecordedCase& run) {
         auto& steps = run.files["steps"];
         for (std::size_t i = 1; i < steps.size(); ++i) steps.at(i, "phase") = "counted";
       }},
      {"a language model wrote a token in each step", "tokens", "",
       [](RecordedCase& run) {
         auto& rows = run.files["steps"].rows;
         for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(i == 0 ? "tokens" : "1");
       }},
      {"a step has no row", "epochs,step-rows", "",
       [](RecordedCase& run) { run.files["steps"].erase(kLaterStep, kLaterStep + 1); }},
      {"a step has two rows", "epochs,step-rows", "",
       [](RecordedCase& run) {
         auto& rows = run.files["steps"].rows;
         rows.insert(rows.begin() + 100, rows[100]);
       }},
      {"two steps overlap", "step-rows", "",
       [](RecordedCase& run) { run.files["steps"].add("start_mono_s", -0.1, kLaterStep, kLaterStep + 1); }},
      {"the epoch has more steps than there are rows", "epochs", "",
       [](RecordedCase& run) { run.files["epochs"].at(0, "steps") = "9999"; }},
      {"no phase column, and a second epoch whose first step is counted then", "first-step,step-cv", "",
       [](RecordedCase& run) { run.files["steps"].drop("phase"); }},
      {"no step numbers", "", "step-rows", [](RecordedCase& run) { run.files["steps"].drop("step"); }},
      {"no step rows", "", "epochs,first-step,framework,idle,step-cv,step-energy,step-rows,steps",
       [](RecordedCase& run) {
         run.given = {"power", "load", "epochs", "watch", "cache"};
       }},
  };
  return defects;
}

}  // namespace wattline::test
