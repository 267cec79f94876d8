// SPDX-License-Identifier: Apache-2.0
// Runs a command, once or several times, while powerlog records the power in the background.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/context.hpp"
#include "joules/options.hpp"

namespace wattline::joules {

enum class RunPhase { idle, warmup, run, failed, steps };

// What the progress bar of a run says, from the end of the first steps that were seen to the last.
struct CountedSteps {
  double start_s = 0, end_s = 0;
  double steps = 0, error = 0;
};

// A stretch of time of the recording.
struct CommandRun {
  RunPhase phase = RunPhase::run;
  double start_s = 0, end_s = 0;  // CLOCK_MONOTONIC
  double user_s = 0, system_s = 0;
  int status = 0;
  std::optional<CountedSteps> counted{};  // with --progress
};

struct CommandRuns {
  std::vector<CommandRun> runs;  // in order of time
  int status = 0;                // of the command that ran last
  std::string unmetered;         // why there are no power rows; empty if there are
  bool no_counter = false;       // the output of a run had none
};

// Power rows go to `log`, their meta file beside it, and other files to the folder. A run that fails, or a stop signal,
// is the last; beside others it does not count. The command runs also where power cannot be measured. Throws
// Error{not_found} or Error{not_executable} where it cannot be started.
CommandRuns run_measured(const Options& options, cli::Context& context, const std::string& folder,
                         const std::string& log);

const char* to_text(RunPhase phase);

}  // namespace wattline::joules
