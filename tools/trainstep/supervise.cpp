// SPDX-License-Identifier: Apache-2.0
#include "trainstep/supervise.hpp"

#include <cstring>
#include <new>

#include "base/error.hpp"

namespace wattline::trainstep {

namespace {

// The error that ended the run is the one to report, also when the summary cannot be written.
[[noreturn]] void fail(const Error& error, const SupervisedRun& run, cli::Context& context, RunFacts& facts,
                       const RunIncidents& incidents) {
  facts.stop(error.what() + (error.hint().empty() ? "" : "; " + error.hint()), run.has_rows());
  incidents.report_to(facts);
  try {
    run.write_summary();
  } catch (const Error& second) {
    context.note(second.what());
  }
  throw error;
}

}  // namespace

int supervise(const SupervisedRun& run, cli::Context& context, RunFacts& facts, RunIncidents& incidents) {
  try {
    run.work();
  } catch (const std::bad_alloc&) {
    fail(unavailable("out of memory for minibatches", "try a smaller --batch, fewer --workers or a smaller --prefetch"),
         run, context, facts, incidents);
  } catch (const Error& error) {
    fail(error, run, context, facts, incidents);
  }
  const int stop = context.signals.stop();
  if (stop != 0) facts.stop("signal " + std::to_string(stop) + " (" + ::strsignal(stop) + ")", run.has_rows());
  incidents.report_to(facts);
  run.write_summary();
  return stop != 0 ? signal_status(stop) : to_int(ExitCode::ok);
}

}  // namespace wattline::trainstep
