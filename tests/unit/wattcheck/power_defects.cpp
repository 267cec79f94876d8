// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "defects.hpp"

namespace wattline::test {

const std::vector<Defect>& sampling_defects() {
  static const std::vector<Defect> defects{
      {"the run lasts less than a minute", "duration", "", recorded_with([](Kit& kit) { kit.seconds = 55; })},
      {"one reading every two seconds", "fresh-rate,gap,readings", "idle",
       recorded_with([](Kit& kit) { kit.interval_s = 2; })},
      {"no reading for three seconds", "coverage,error-bound,gap,missed", "mean-power,step-energy",
       [](RecordedCase& run) { run.files["power"].erase(kLater, kLater + 30); }},
      {"the log ends before the training", "coverage,error-bound,gap", "mean-power,step-energy",
       [](RecordedCase& run) { run.files["power"].erase(700, run.files["power"].size()); }},
      {"the log begins after the training", "coverage,error-bound,gap", "mean-power,step-energy",
       [](RecordedCase& run) { run.files["power"].erase(0, 150); }},
      {"readings that could not be taken", "coverage,error-bound", "mean-power,step-energy",
       [](RecordedCase& run) { run.files["power"].set("power_w", "NA", kLater, kLater + 3); }},
      {"every twentieth tick was missed", "missed", "",
       [](RecordedCase& run) {
         for (std::size_t i = 860; i > 20; i -= 20) run.files["power"].erase(i, i + 1);
       }},
      {"the logger counted missed ticks", "missed", "",
       [](RecordedCase& run) { run.metas["power"]["missed_ticks"] = "20"; }},
      {"nearly all readings repeat the one before", "error-bound,stale", "",
       [](RecordedCase& run) {
         run.metas["power"]["interval_s"] = "0.010000";
         auto& rows = run.files["power"].rows;
         Table dense{rows[0]};
         for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
           for (int k = 0; k < 10; ++k) {
             dense.push_back(rows[i]);
             for (const std::size_t column : {0, 1}) {
               dense.back()[column] = fmt::format("{:.6f}", std::stod(rows[i][column]) + 0.01 * k);
             }
             dense.back()[7] = k == 0 && i % 3 == 0 ? "0" : "1";
           }
         }
         rows = dense;
       }},
      {"the sensor never changes", "distinct,idle", "",
       [](RecordedCase& run) { run.files["power"].set("power_w", "13.5"); }},
      {"a reading below zero", "negative", "",
       [](RecordedCase& run) { run.files["power"].set("power_w", "-0.5", kLater, kLater + 1); }},
      {"the shunt is connected the wrong way", "error-bound,negative,resolution", "idle",
       [](RecordedCase& run) {
         auto& power = run.files["power"];
         for (std::size_t i = 0; i < power.size(); ++i) power.at(i, "power_w").insert(0, "-");
       }},
      {"the rows have no column stale", "", "fresh-rate,stale",
       [](RecordedCase& run) { run.files["power"].drop("stale"); }},
      {"the meta file of the power rows is lost", "", "boot,complete,error-bound,host,missed,resolution,total",
       [](RecordedCase& run) { run.metas["power"].clear(); }},
  };
  return defects;
}

const std::vector<Defect>& energy_defects() {
  static const std::vector<Defect> defects{
      {"the shunt resolves a tenth of the power", "error-bound,resolution", "",
       [](RecordedCase& run) { run.metas["power"]["rail.TOTAL.error_w"] = "2.000000"; }},
      {"the error of a reading is too large", "error-bound", "",
       [](RecordedCase& run) { run.metas["power"]["rail.TOTAL.error_w"] = "0.900000"; }},
      {"the power is huge where it should be small", "error-bound", "idle",
       [](RecordedCase& run) { run.files["power"].set("power_w", "1" + std::string(300, '0'), kLater, kLater + 9); }},
      {"the board drew as much before and after the training", "idle", "",
       recorded_with([](Kit& kit) { kit.rest = 1; })},
      {"the board drew as much before the log, and the steps begin with it", "idle", "",
       [](RecordedCase& run) {
         run.metas["power"]["rail.TOTAL.idle_w"] = "13.4000";
         auto& power = run.files["power"];
         power.erase(power.size() - 38, power.size());
         power.erase(0, 38);
       }},
      {"the power still rises", "power-drift", "",
       [](RecordedCase& run) {
         auto& power = run.files["power"];
         for (std::size_t i = 0; i < power.size(); ++i) power.add("power_w", 0.002 * static_cast<double>(i), i, i + 1);
       }},
      {"the board still warms up", "temperature-drift", "",
       [](RecordedCase& run) {
         auto& load = run.files["load"];
         for (std::size_t i = 0; i < load.size(); ++i) load.add("temp_max_c", 0.15 * static_cast<double>(i), i, i + 1);
       }},
      {"the rail is not the board's total", "", "total",
       [](RecordedCase& run) {
         run.files["power"].set("rail", "VDD_IN");
         run.options.rail = "VDD_IN";
         for (const char* fact : {"window_s", "error_w"}) {
           run.metas["power"][std::string("rail.VDD_IN.") + fact] =
               run.metas["power"][std::string("rail.TOTAL.") + fact];
         }
       }},
  };
  return defects;
}

}  // namespace wattline::test
