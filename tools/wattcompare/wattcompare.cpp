// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/wattcompare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wattcompare/experiment.hpp"
#include "wattcompare/recorded_runs.hpp"
#include "wattcompare/rows.hpp"

namespace wattline::wattcompare {

namespace {

constexpr const char* kExamples =
    "  wattcompare './train.sh 4' './train.sh 8'                    do 8 workers save energy?\n"
    "  wattcompare --mode 4c/1.2G/900M/2133M --mode 8c/1.2G/900M/2133M -- ./train.sh\n"
    "  wattcompare --quantities step_energy_j --precision 1 --runs-out runs.tsv './train.sh 4' './train.sh 8'\n"
    "  wattcompare --from runs.tsv                                  judge these runs again\n";

io::Meta facts_of(const Options& options, const cli::Context& context) {
  io::Meta meta;
  const auto add = [&](const std::string& text) {
    meta.emplace_back("command." + std::to_string(meta.size() + 1), text);
  };
  for (const std::string& line : options.commands) add(line);
  for (const std::string& mode : options.modes) add("pmode run " + mode + " -- " + join(context.command, " "));
  return meta;
}

// The interval is the answer in any case; that it is wider than wanted is a cap's doing.
void note_wide(const std::vector<Comparison>& results, const Rules& rules, const cli::Context& context) {
  const Comparison* widest = nullptr;
  double widest_pct = rules.precision_pct;
  for (const Comparison& result : results) {
    if (!result.decides || !result.low_pct()) continue;
    const double half_pct = (*result.high_pct() - *result.low_pct()) / 2;
    if (half_pct <= widest_pct) continue;
    widest = &result;
    widest_pct = half_pct;
  }
  if (widest == nullptr) return;
  context.note(fmt::format("{} is known to {:.2g} %, not to the {} % of --precision: more runs are needed",
                           widest->quantity->name, widest_pct, rules.precision_pct));
}

// An emulated run with the same seed takes the same time again: such an interval says nothing about chance.
void note_without_noise(const std::vector<Comparison>& results, const cli::Context& context) {
  const auto found =
      std::find_if(results.begin(), results.end(), [](const Comparison& result) { return result.without_noise; });
  if (found == results.end()) return;
  context.note(
      fmt::format("{}: the difference is the same in all blocks, so its interval says nothing about noise (for "
                  "jetsim step, give each run its own --seed)",
                  found->quantity->name));
}

void warn_unknown(const std::vector<Comparison>& results, cli::Context& context) {
  for (const Comparison& result : results) {
    if (result.verdict != ComparisonVerdict::unknown) continue;
    context.warn(fmt::format("{} of commands {} and {}: {} blocks have it, and {} are required", result.quantity->name,
                             result.a, result.b, result.runs, kFewestBlocks));
  }
}

int print(const std::vector<MeasuredRun>& runs, const Rules& rules, cli::RowStream& stream, cli::Context& context) {
  const std::vector<Comparison> results = compare(runs, rules);
  for (const Comparison& result : results) comparison_rows().write(stream.rows(), result);
  warn_unknown(results, context);
  note_wide(results, rules, context);
  note_without_noise(results, context);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::About about() {
  return {"wattcompare",
          "Run commands in turn until it is clear whether their time, power and energy differ",
          kExamples,
          {&comparison_rows().kind(), &run_rows().kind()},
          true};
}

int run(const Options& options, cli::Context& context) {
  check(options, context);
  if (!options.from.empty()) {
    const std::vector<MeasuredRun> runs = read_recorded_runs(options.from, context);
    cli::RowStream stream(context, options.rows, comparison_rows().kind());
    return print(runs, options.rules, stream, context);
  }
  // With this, a reader that closes the pipe does not end a run in the middle of a mode.
  io::Signals::survive_broken_pipes();
  Experiment experiment(options, context);
  cli::RowStream stream(context, options.rows, comparison_rows().kind(), facts_of(options, context));
  const std::vector<MeasuredRun>& runs = experiment.run();
  if (experiment.stopped()) return signal_status(context.signals.stop());
  return print(runs, options.rules, stream, context);
}

}  // namespace wattline::wattcompare
