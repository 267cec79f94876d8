// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/wattcheck.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/passed_text.hpp"
#include "io/input.hpp"
#include "wattcheck/earlier_energy.hpp"
#include "wattcheck/read_run.hpp"
#include "wattcheck/rows.hpp"
#include "wattcheck/rule_functions.hpp"

namespace wattline::wattcheck {

namespace {

constexpr const char* kExamples =
    "  wattcheck power.tsv steps.tsv load.tsv       every rule with its verdict; status 0 if the run is valid\n"
    "  wattcheck --profile mlperf power.tsv steps.tsv\n"
    "  wattcheck --require cache,disk power.tsv steps.tsv load.tsv epochs.tsv\n"
    "  wattcheck --baseline good.tsv power.tsv steps.tsv   compare with the verdicts of an earlier run";

std::string names_of(const std::vector<Judgement>& judgements, bool (*wanted)(const Judgement&)) {
  std::vector<std::string> names;
  for (const Judgement& judgement : judgements) {
    if (wanted(judgement)) names.emplace_back(judgement.rule->name);
  }
  return join(names, ", ");
}

// "valid", or what makes the run invalid.
std::string summary(const std::vector<Judgement>& judgements) {
  const std::string failed =
      names_of(judgements, [](const Judgement& j) { return j.finding.verdict == Verdict::fail; });
  const std::string missing =
      names_of(judgements, [](const Judgement& j) { return j.finding.verdict == Verdict::unknown && j.required; });
  const std::string open =
      names_of(judgements, [](const Judgement& j) { return j.finding.verdict == Verdict::unknown && !j.required; });
  std::string text = failed.empty() && missing.empty() ? "valid" : "invalid";
  if (!failed.empty()) text += "; failed: " + failed;
  if (!missing.empty()) text += "; required but unknown: " + missing;
  if (!open.empty()) text += "; unknown: " + open;
  return text;
}

std::string describe_energy(const Run& run) {
  if (!run.power) return "";
  const EnergyResult& energy = run.power->energy;
  if (!energy.energy_j) return "";
  std::string text = fmt::format("{}: {:.3f} J in {:.3f} s", run.rail, *energy.energy_j, energy.length_s);
  if (energy.error_j) text += fmt::format(", error at most {:.3f} J", *energy.error_j);
  return text;
}

std::string describe_held(const Run& run) {
  if (!run.has(Kind::window)) return "";
  if (!run.held) return "pmtune held no mode, so nothing is judged";
  return fmt::format("judged: {:.3f} s in which pmtune held {}", run.held->span.length_s(), run.held->mode);
}

std::string describe_sources(const Run& run) {
  const bool refused = source(run, {}).verdict == Verdict::fail;
  return refused ? "the rule source fails because some rows are not measured; --allow-emulated accepts them" : "";
}

// What no rail of the total measures (wattline(7), CAVEATS).
std::string describe_total(const Run& run) {
  const Finding rule = total(run, {});
  if (rule.verdict != Verdict::pass) return "";
  const bool is_jetson = std::any_of(run.files.begin(), run.files.end(),
                                     [](const File& file) { return !io::meta_values(file.meta, "soc").empty(); });
  return "TOTAL is " + rule.value + ", without " +
         (is_jetson ? "the carrier board and the disks and fan that it feeds"
                    : "power supply, mainboard, disks and fans");
}

}  // namespace

cli::About about() {
  return {"wattcheck",
          "Judge whether the recorded rows of a run are a valid measurement",
          kExamples,
          {&judgement_rows().kind()}};
}

int run(const Options& options, cli::Context& context) {
  check(options);
  cli::RowStream::check(context, options.rows, judgement_rows().kind());
  Run recorded = read_run(options.files, options.rail);
  recorded.allow_emulated = options.allow_emulated;
  for (const File& file : recorded.files) {
    if (!file.meta_problem.empty()) context.note(file.path + ".meta: " + file.meta_problem);
    cli::note_passed_text(context, io::input_name(file.path), file.text);
    if (file.torn) context.note(file.path + ": the last line is incomplete and was ignored");
  }
  Demands demands{options.profile, options.require, limits_of(options.profile)};
  if (options.max_error_pct) demands.limits.error_pct = *options.max_error_pct;
  if (!options.baseline.empty()) {
    const Baseline baseline = read_baseline(options.baseline);
    limit_rise(demands.limits, baseline, options.max_rise_pct);
    demands.require.push_back(baseline.rule);
  }
  const std::vector<Judgement> judgements = judge(recorded, demands);
  cli::print_rows(context, options.rows, judgement_rows(), judgements);
  for (const std::string& text : {describe_held(recorded), describe_energy(recorded), describe_total(recorded),
                                  describe_sources(recorded), summary(judgements)}) {
    if (!text.empty()) context.say(text);
  }
  const bool valid = std::all_of(judgements.begin(), judgements.end(), [](const Judgement& j) { return j.valid(); });
  return to_int(valid ? ExitCode::ok : ExitCode::partial);
}

}  // namespace wattline::wattcheck
