// SPDX-License-Identifier: Apache-2.0
#include "defects.hpp"

namespace wattline::test {

const std::vector<Defect>& machine_defects() {
  static const std::vector<Defect> defects{
      {"the mode at the end is another", "mode", "",
       [](RecordedCase& run) { run.metas["power"]["mode_end"] = "4c/1510400k/624750k/2133000k"; }},
      {"the mode changed while the command ran", "mode", "",
       [](RecordedCase& run) { run.metas["load"]["mode_during"] = "6c/-/-/-\nmode_during\t4c/-/-/-"; }},
      {"two logs of different modes", "mode", "",
       [](RecordedCase& run) {
         for (const char* end : {"mode_start", "mode_end"}) run.metas["load"][end] = "6c/806400k/624750k/2133000k";
       }},
      {"a knob left the mode", "mode", "",
       [](RecordedCase& run) {
         run.files["watch"].rows.push_back({"1700001020", "1020", "gpu", "17000000.gpu", "deviates", "NA", "measured"});
       }},
      {"a knob never followed the mode", "mode", "",
       [](RecordedCase& run) {
         run.files["watch"].rows.push_back({"1700000996", "996", "cpu", "policy4", "deviates", "NA", "measured"});
       }},
      {"the GPU's clock fell", "clocks", "",
       [](RecordedCase& run) { run.files["load"].set("gpu_hz", "306000000", kLaterLoad, kLaterLoad + 3); }},
      {"a core went off", "clocks", "",
       [](RecordedCase& run) { run.files["load"].set("cpus_online", "5", kLaterLoad, kLaterLoad + 1); }},
      {"over-current events", "throttling", "",
       [](RecordedCase& run) { run.files["load"].set("oc_events", "9", kLaterLoad, run.files["load"].size()); }},
      {"over-current events that pmode watch saw", "throttling", "",
       [](RecordedCase& run) {
         run.files["watch"].rows.push_back({"1700001020", "1020", "overcurrent", "oc1", "deviates", "NA", "measured"});
       }},
      {"a counter of over-current events that began again", "", "throttling",
       [](RecordedCase& run) { run.files["load"].set("oc_events", "0", kLaterLoad, run.files["load"].size()); }},
      {"under-voltage", "throttling", "",
       [](RecordedCase& run) { run.files["load"].set("uv_events", "1", kLaterLoad, kLaterLoad + 1); }},
      {"too hot", "temperature", "",
       [](RecordedCase& run) { run.files["load"].add("temp_max_c", 52, 0, run.files["load"].size()); }},
      {"another process was busy", "other-load", "",
       [](RecordedCase& run) { run.files["load"].set("proc_cpu_pct", "20.0"); }},
      {"the load log ends early", "", "temperature,temperature-drift,throttling",
       [](RecordedCase& run) { run.files["load"].erase(kLaterLoad, run.files["load"].size()); }},
      {"no load rows", "", "clocks,disk,other-load,temperature,temperature-drift,throttling",
       [](RecordedCase& run) {
         run.given = {"power", "steps", "epochs", "watch", "cache"};
       }},
      {"the mode is not known", "", "complete,mode",
       [](RecordedCase& run) {
         for (const char* file : {"power", "load"}) run.metas[file].erase("mode_end");
         run.metas["watch"].clear();
       }},
  };
  return defects;
}

}  // namespace wattline::test
