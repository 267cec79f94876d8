// SPDX-License-Identifier: Apache-2.0
// What wattcheck says of a run: pmsweep states the mode and the window of the run in meta files beside its rows, and
// wattcheck judges the files in its folder. The verdict is information: a sweep goes on without one.
#pragma once
#include <string>
#include <vector>

#include "io/meta.hpp"
#include "measure/power_readings.hpp"
#include "measure/pump.hpp"
#include "pmsweep/options.hpp"
#include "pmsweep/profile.hpp"

namespace wattline::pmsweep {

// A run whose logs are complete.
struct FinishedRun {
  std::string folder;
  std::vector<PowerMode> modes;  // in force one after the other; one, unless somebody changed it
  measure::Stretch window;       // that the profile measures
};

class Checker {
 public:
  Checker(const Options& options, cli::Context& context, measure::Pump& pump)
      : options_(options), context_(context), pump_(pump) {}

  // Learns what powerlog states only when it ends: the errors of the readings. Once, before the first run.
  void learn_errors();
  // Writes the meta files and verdict.tsv. Throws Error{io} when a file cannot be written.
  CheckResult check(const FinishedRun& run);

 private:
  void write_metas(const FinishedRun& run);
  measure::Answer call_wattcheck(const FinishedRun& run);
  const io::Meta& own_facts();

  const Options& options_;
  cli::Context& context_;
  measure::Pump& pump_;
  io::Meta errors_, own_facts_;
  bool noted_ = false;
};

}  // namespace wattline::pmsweep
