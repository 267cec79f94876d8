// SPDX-License-Identifier: Apache-2.0
// Runs a run to its end, whatever the end is: an error, a signal or lack of memory. The summary is written in each
// case.
#pragma once
#include <functional>
#include <string>

#include "cli/context.hpp"
#include "trainstep/run_incidents.hpp"

namespace wattline::trainstep {

// "signal 15 (Terminated)".
std::string signal_in_words(int signal);

struct SupervisedRun {
  std::function<void()> work;
  std::function<bool()> has_rows;       // asked when the work is over
  std::function<void()> write_summary;  // with the facts as they are then
};

// Enters into the facts why the run ended. Returns 0 or, after signal N, 128 + N; lack of memory becomes an
// unavailable error (69), and errors are rethrown.
int supervise(const SupervisedRun& run, cli::Context& context, RunFacts& facts, RunIncidents& incidents);

}  // namespace wattline::trainstep
