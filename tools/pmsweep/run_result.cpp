// SPDX-License-Identifier: Apache-2.0
// What a run has measured, its logs, and what is wrong with it.
#include <fmt/format.h>

#include "base/mean_reading.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/messages.hpp"
#include "io/caller.hpp"
#include "io/profile_flags.hpp"
#include "io/regular_file.hpp"
#include "pmsweep/runner.hpp"

namespace wattline::pmsweep {

namespace {

// The last line with an error that the command wrote on its standard error, or the last line, with ": " in front; empty
// without any. The tools write a hint after the error.
std::string last_words(const std::string& log) {
  constexpr std::size_t kMost = 200;
  const io::AsCaller rights;
  const std::string text(trim(io::text_of_regular_file(log)));
  std::string_view line;
  for (const std::string_view each : split(text, '\n')) {
    const bool is_error = each.find(cli::kErrorPrefix) != std::string_view::npos;
    if (is_error || line.find(cli::kErrorPrefix) == std::string_view::npos) line = each;
  }
  return line.empty() ? "" : ": " + std::string(line.substr(0, kMost));
}

}  // namespace

void Runner::take_window(Run& run) {
  Profile& profile = run.profile;
  profile.steps = window_->steps();
  profile.watts = window_->watts();
  profile.part_watts = powers_of_parts(profile.steps, window_->power());
  take_errors(profile);
  profile.window_s = window_->length_s();
  profile.settled = window_->settled();
  profile.source = context_.root.emulation() || child().source().empty() ? context_.root.source() : child().source();
  if (window_->open()) run.window = measure::Stretch{window_->start_s(), window_->end_s()};
  if (window_->epochs() > 0) take_epochs(profile);
  if (window_->closed()) return;
  const bool ended = !command_.child().running();
  command_.child().stop();
  if (ended && is_whole_run()) {
    take_whole_run(run);
  } else {
    explain(run, ended);
  }
}

void Runner::take_errors(Profile& profile) {
  profile.time_error = median_error(profile.steps);
  profile.power_error = power_reading(profile.steps, window_->power(), meter_.facts().window_s).error;
}

// Power differs within an epoch, so that its mean counts.
void Runner::take_epochs(Profile& profile) {
  profile.epoch_s = window_->length_s() / window_->epochs();
  if (!meter_.metered()) return;
  meter_.await(window_->end_s());
  profile.mean_power_w = meter_.mean_w({window_->start_s(), window_->end_s()});
}

// Whether the command, which has ended, is one without step rows. Where they are expected by name, or came in an
// earlier run, they are missing.
bool Runner::is_whole_run() const {
  if (options_.live || options_.progress.given || !child().problem().empty()) return false;
  return options_.whole_run || (child().is_silent() && !words().names_steps() && !stepped_);
}

void Runner::take_whole_run(Run& run) {
  Profile& profile = run.profile;
  const measure::Stretch whole{child().start_s(), run.end_s};
  run.window = whole;
  profile.window_s = whole.end_s - whole.start_s;
  profile.steps = {{whole.start_s, whole.end_s, profile.window_s * 1e3, true}};
  profile.settled = Settled::whole_run;
  profile.time_error = profile.power_error = std::nullopt;
  if (!options_.whole_run && !noted_) {
    context_.note("the command prints no step rows: each of its runs is measured as a whole");
    noted_ = true;
  }
  if (!meter_.metered()) return;
  meter_.await(whole.end_s);
  profile.watts = meter_.fresh_watts(whole);
  profile.mean_power_w = meter_.mean_w(whole);
  if (profile.mean_power_w) return;
  const double window_s = meter_.facts().window_s;
  profile.fail(profile.window_s < window_s ? "the run is shorter than the " + fmt::format("{:g}", window_s) +
                                                 " s over which a power reading is averaged"
                                           : "power readings are missing during the run");
}

// The logs of a run begin before its command and end after its window, so that the power is known in all of it.
void Runner::open_logs(const std::string& folder) {
  load_log_.open(folder + "/load.tsv");
  command_.child().log_to(folder + (options_.progress.given ? "/progress.tsv" : "/steps.tsv"));
  meter_.log_to(folder + "/power.tsv", !options_.live);
}

// A run without a profile is not judged.
void Runner::close_logs(Run& run) {
  Profile& profile = run.profile;
  const bool measured = profile.status == RunStatus::ok || profile.status == RunStatus::brief;
  const bool judged = options_.check_in_force() != Check::none && measured && run.window && !pump_.stopped();
  if (judged) meter_.await(run.window->end_s);
  meter_.end_log();
  command_.child().end_log();
  load_log_.close();
  if (judged && !pump_.stopped()) profile.verdict = checker_.check({run.folder, run.modes, *run.window});
}

void Runner::explain(const Run& run, bool ended) const {
  Profile& profile = run.profile;
  const std::string problem = child().problem();
  if (!ended) {
    const bool epochs = options_.limits.epochs > 0;
    profile.fail((options_.whole_run ? "the command did not end within "
                  : epochs           ? "the epochs did not end within "
                                     : "no steady window within ") +
                 std::to_string(options_.timeout_ns / kSecondNs) + " s");
  } else if (!problem.empty()) {
    profile.fail(problem + last_words(run.values.at("out") + "/stderr.log"));
  } else if (!child().stepped() && options_.progress.given) {
    profile.fail("the output of the command has no progress counter such as 120/3125; " +
                 cli::no_counter_hint(options_.progress));
  } else if (!child().stepped()) {
    profile.fail(std::string("no step rows on ") +
                 (words().names_steps() ? "{steps}" : "the standard output of the command"));
  } else if (options_.limits.epochs > 0) {
    profile.fail("the command ended before " + std::to_string(options_.limits.epochs) +
                 " whole epochs; the first one is not counted");
  } else if (profile.steps.empty()) {
    profile.fail("the command ended before power had settled");
  } else {
    profile.status = RunStatus::brief;
    profile.reason = fmt::format("the command ended before the window of {:g} s was complete",
                                 static_cast<double>(options_.window_ns) / kSecondNs);
  }
}

// A thermal trip, nvpmodel or another tool may have changed clocks during the run.
void Runner::judge(Run& run) {
  Profile& profile = run.profile;
  if (run.item.sentinel) profile.flags.insert(io::profile_flag::kSentinel);
  if (profile.settled == Settled::limit) profile.flags.insert(io::profile_flag::kUnsettled);
  if (profile.throttle_events.value_or(0) > 0) profile.flags.insert(io::profile_flag::kThrottled);
  if (run.item.mode.empty() || profile.status != RunStatus::ok) return;
  const std::string deviation = modes_.deviation(profile.mode);
  if (deviation.empty()) return;
  // What was seen first is the cause of what is found at the end.
  if (profile.flags.insert(io::profile_flag::kClocks).second) profile.reason = deviation;
}

}  // namespace wattline::pmsweep
