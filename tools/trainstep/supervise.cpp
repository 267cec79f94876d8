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

void report_decoder(const RunFacts& facts, const cli::Context& context) {
  const std::int64_t left = facts.decoder ? facts.decoder->left_to_libjpeg() : 0;
  if (left > 0) context.note("images that " + facts.decoder->name() + " left to libjpeg: " + std::to_string(left));
}

}  // namespace

std::string signal_in_words(int signal) {
  return "signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
}

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
  if (stop != 0) facts.stop(signal_in_words(stop), run.has_rows());
  incidents.report_to(facts);
  report_decoder(facts, context);
  run.write_summary();
  return stop != 0 ? signal_status(stop) : to_int(ExitCode::ok);
}

}  // namespace wattline::trainstep
