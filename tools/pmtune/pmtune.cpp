// SPDX-License-Identifier: Apache-2.0
#include "pmtune/pmtune.hpp"

#include "io/signals.hpp"
#include "measure/folder.hpp"
#include "pmtune/replayed_job.hpp"
#include "pmtune/replayed_service.hpp"
#include "pmtune/rows.hpp"
#include "pmtune/tuned_run.hpp"

namespace wattline::pmtune {

namespace {

constexpr const char* kExamples =
    "  pmtune --budget 30 -- ./train.sh                         as fast as possible within 30 W\n"
    "  pmtune --objective energy --steps 400 -- ./train.sh      with the least energy\n"
    "  pmtune --deadline 6h --steps 400 -- ./train.sh           done in time, with the least energy\n"
    "  pmtune --latency p99=50ms -- ./serve.sh                  a service, with the least power that keeps its "
    "latency\n"
    "  pmtune --budget 30 -o windows.tsv -- ./train.sh          with a row per window\n"
    "  pmtune --progress --budget 30 -- python3 train.py        of a script that prints a progress bar\n"
    "  pmtune --replay table.tsv --budget 25 --steps 5000       the same decisions on a recorded table\n";

}  // namespace

cli::About about() {
  cli::About about{"pmtune",
                   "Run a training command, and find the best power mode while it does its work",
                   kExamples,
                   {&tune_rows().kind()}};
  about.wraps_command = true;
  return about;
}

int run(const Options& options, cli::Context& context) {
  check(options, !context.command.empty());
  // With this, a reader that closes the pipe ends the command in order.
  io::Signals::survive_broken_pipes();
  if (!options.replay.empty())
    return options.service.latency ? replay_service(options, context) : replay(options, context);
  Options resolved = options;
  if (options.out.empty()) resolved.out = measure::free_folder("tune", "before.state");
  return TunedRun(resolved, context).run();
}

}  // namespace wattline::pmtune
