// SPDX-License-Identifier: Apache-2.0
// Makes one run: sets its mode, starts the command, and watches until the steady window closes.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/units.hpp"
#include "measure/modes.hpp"
#include "pmsweep/checker.hpp"
#include "pmsweep/load_log.hpp"
#include "pmsweep/options.hpp"
#include "pmsweep/prepared_command.hpp"
#include "pmsweep/profile.hpp"
#include "pmsweep/run_list.hpp"
#include "pmsweep/run_meter.hpp"

namespace wattline::pmsweep {

class Runner {
 public:
  Runner(const Options& options, cli::Context& context, measure::Pump& pump);

  // Keeps every other process from setting a mode as long as this object lives.
  void hold_mode() { modes_.hold(); }
  // Starts powerlog.
  void start();
  // Makes the run; logs go to `folder(mode)`, which makes one. No value when a stop signal ended it.
  std::optional<Profile> profile(const Item& item, const std::function<std::string(const PowerMode&)>& folder);
  // Ends the command and restores the mode before the sweep, whatever fails.
  void finish();
  const CommandWords& words() const { return command_.words(); }

 private:
  struct Run {  // the one being made
    const Item& item;
    Profile& profile;
    std::string folder;
    RunValues values;
    double verified_s = 0;  // since when the mode is in force
    double end_s = 0;       // of the command
    std::int64_t deadline_ns = 0;
    std::vector<PowerMode> modes{};            // that were in force, one after the other
    std::optional<measure::Stretch> window{};  // that the profile measures, once there is one
  };
  bool set_mode(Run& run, const std::function<std::string(const PowerMode&)>& folder);
  bool cool_down(Run& run);
  void observe(Run& run);
  bool watch_window(Run& run);
  void look(Run& run);
  void watch_heat(Profile& profile, double hottest_c);
  void watch_mode(Run& run, const platform::LoadRow& load);
  void take_window(Run& run);
  bool is_whole_run() const;
  void take_whole_run(Run& run);
  void take_errors(Profile& profile);
  void take_epochs(Profile& profile);
  void explain(const Run& run, bool ended) const;
  void judge(Run& run);
  void open_logs(const std::string& folder);
  void close_logs(Run& run);
  double now_s() { return to_seconds(pump_.now_ns()); }

  const CommandChild& child() const { return command_.child(); }

  const Options& options_;
  cli::Context& context_;
  measure::Pump& pump_;
  measure::Modes modes_;
  RunMeter meter_;
  PreparedCommand command_;
  LoadLog load_log_;
  Checker checker_;
  std::optional<double> cool_to_c_;
  std::optional<SteadyWindow> window_;
  bool noted_ = false, stepped_ = false;
  int runs_ = 0;
};

}  // namespace wattline::pmsweep
