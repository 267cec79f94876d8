// SPDX-License-Identifier: Apache-2.0
// Runs a command once and measures it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "measure/power_readings.hpp"
#include "measure/pump.hpp"
#include "measure/temporary_folder.hpp"
#include "wattcompare/measured_run.hpp"
#include "wattcompare/power_meter.hpp"

namespace wattline::wattcompare {

struct Command {
  std::int64_t number;            // from 1
  std::vector<std::string> argv;  // {steps} stands for a file that it writes step rows to
  bool as_caller;                 // under sudo, run as the calling user
};

class CommandRunner {
 public:
  CommandRunner(cli::Context& context, measure::Pump& pump, PowerMeter& power, const measure::TemporaryFolder& scratch,
                std::int64_t timeout_ns);
  // Its time and steps. No value when a stop signal ended it; by then the command and what it started have ended, too.
  // Throws Error with the command's status when that is not 0.
  std::optional<MeasuredRun> run(const Command& command);
  // Adds the energy to the latest run, when the sensor has had time to show its end.
  void add_energy(MeasuredRun& run) const;

 private:
  bool wait_for(io::Child& child);
  void remove_steps() const;
  void check_status(const Command& command, int status) const;
  void read_steps(const Command& command, MeasuredRun& run);
  cli::Context& context_;
  measure::Pump& pump_;
  PowerMeter& power_;
  const measure::TemporaryFolder& scratch_;
  std::int64_t timeout_ns_;
  std::vector<measure::Stretch> steps_;  // of the latest run
};

}  // namespace wattline::wattcompare
