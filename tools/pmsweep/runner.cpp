// SPDX-License-Identifier: Apache-2.0
#include "pmsweep/runner.hpp"

#include <algorithm>
#include <cmath>

#include "base/counter.hpp"
#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "cli/passed_text.hpp"
#include "io/profile_flags.hpp"
#include "measure/folder.hpp"
#include "platform/board/thermal.hpp"

namespace wattline::pmsweep {

namespace {

constexpr int kAttempts = 3;  // of a live command that dies, before the mode is given up

std::optional<double> parse_celsius(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const bool unit = text.back() == 'C' || text.back() == 'c';
  const auto value = to_double(unit ? text.substr(0, text.size() - 1) : text);
  if (!value) throw usage_error("--cool-to '" + text + "': not a temperature such as 45C");
  return value;
}

}  // namespace

Runner::Runner(const Options& options, cli::Context& context, measure::Pump& pump)
    : options_(options),
      context_(context),
      pump_(pump),
      modes_(context, pump_, "sweep"),
      meter_(options, context, pump),
      command_(options, context, pump),
      load_log_(context),
      checker_(options, context, pump),
      cool_to_c_(parse_celsius(options.cool_to)) {
  command_.child().on_step([this](const StepTiming& step) {
    stepped_ = true;
    if (window_) window_->step(step);
  });
  meter_.on_fresh_reading([this](double mono_s, double watts) {
    if (window_) window_->power(mono_s, watts);
  });
}

void Runner::start() {
  meter_.start();
  if (!meter_.metered()) {
    context_.info("no power sensor found: profiles have times only");
  } else if (options_.check_in_force() != Check::none) {
    checker_.learn_errors();
  }
}

bool Runner::set_mode(Run& run, const std::function<std::string(const PowerMode&)>& folder) {
  Profile& profile = run.profile;
  measure::Modes::SetResult outcome;
  const std::string log = options_.out + "/pmode.log";
  if (run.item.mode.empty()) {
    outcome.mode = modes_.current();
  } else {
    modes_.save(options_.out + "/before.state");
    outcome = modes_.set(run.item.mode, log);
  }
  profile.mode = outcome.status == 0 ? outcome.mode : run.item.asked;
  run.folder = profile.logs = folder(profile.mode);
  if (!run.item.mode.empty()) move_file(log, run.folder + "/pmode.log");
  run.verified_s = now_s();
  if (outcome.status == 0) return true;
  if (outcome.status == to_int(ExitCode::no_permission)) throw Error(ExitCode::no_permission, outcome.problem);
  profile.fail(outcome.problem);
  if (outcome.status == to_int(ExitCode::try_later)) profile.status = RunStatus::deferred;
  return false;
}

bool Runner::cool_down(Run& run) {
  if (!cool_to_c_) return true;
  const std::int64_t deadline = pump_.now_ns() + options_.cool_limit_ns;
  for (;;) {
    const auto celsius = platform::hottest_zone_c(context_.root);
    if (!celsius || *celsius <= *cool_to_c_) return true;
    if (pump_.stopped()) return false;
    if (pump_.now_ns() >= deadline) break;
    pump_.wait(std::min(deadline, pump_.now_ns() + kSecondNs));
  }
  run.profile.flags.insert(io::profile_flag::kHot);
  return true;
}

void Runner::watch_heat(Profile& profile, double hottest_c) {
  const auto celsius = std::isfinite(hottest_c) ? std::optional<double>(hottest_c) : std::nullopt;
  if (!profile.start_temp_c) profile.start_temp_c = celsius;
  profile.max_temp_c = std::max(profile.max_temp_c, celsius);
}

// At the end judge() looks closer; this sees a mode that was changed and changed back, and a clock that did not hold.
void Runner::watch_mode(Run& run, const platform::LoadRow& load) {
  Profile& profile = run.profile;
  const PowerMode now = modes_.in_force();
  if (run.modes.empty() || run.modes.back() != now) run.modes.push_back(now);
  if (run.item.mode.empty() || profile.flags.count(io::profile_flag::kClocks) > 0) return;
  std::string problem = modes_.wrong_clock(load);
  if (now != profile.mode) problem = "the mode changed to " + to_string(now) + " during the run";
  if (problem.empty()) return;
  profile.flags.insert(io::profile_flag::kClocks);
  profile.reason = problem;
}

void Runner::look(Run& run) {
  const platform::LoadRow& load = load_log_.look();
  watch_heat(run.profile, load.temp_max_c);
  watch_mode(run, load);
}

// True when the window closed; false when the command ended, the time was up or a signal came.
bool Runner::watch_window(Run& run) {
  SteadyLimits limits = options_.limits;
  limits.seconds = to_seconds(options_.window_ns);
  limits.precision = options_.precision_pct / 100;
  limits.settle_s = to_seconds(options_.settle_ns);
  limits.metered = meter_.metered();
  limits.chip_window_s = meter_.facts().window_s;
  window_.emplace(limits, run.verified_s);
  CommandChild& command = command_.child();
  const auto over = [&] { return window_->closed() || !command.running(); };
  while (!over() && !pump_.stopped() && pump_.now_ns() < run.deadline_ns) {
    look(run);
    meter_.keep_alive();
    pump_.wait_for(over, std::min(run.deadline_ns, pump_.now_ns() + kSecondNs));
  }
  run.end_s = now_s();
  pump_.drain();
  if (!window_->closed()) command.end_rows();
  if (command.stepped()) cli::note_passed_text(context_, command.stream_name(), command.text());
  if (!command.running() && command.problem().empty()) window_->end();
  return window_->closed();
}

void Runner::observe(Run& run) {
  const auto events = platform::throttle_events(context_.root);
  run.deadline_ns = pump_.now_ns() + options_.timeout_ns;
  meter_.begin(now_s());
  bool closed = false;
  for (int attempt = 1; attempt <= (options_.live ? kAttempts : 1) && !closed; ++attempt) {
    const std::string problem = command_.bring_up(run.values);
    if (!problem.empty()) return run.profile.fail(problem);
    closed = watch_window(run);
    if (closed || pump_.stopped() || pump_.now_ns() >= run.deadline_ns) break;
  }
  look(run);
  const auto events_now = platform::throttle_events(context_.root);
  if (events && events_now) run.profile.throttle_events = growth(*events, *events_now);
  take_window(run);
  judge(run);
  if (!closed || !options_.live) command_.end(run.values);
}

std::optional<Profile> Runner::profile(const Item& item, const std::function<std::string(const PowerMode&)>& folder) {
  Profile profile;
  Run run{item, profile, "", item.values};
  profile.source = context_.root.source();
  window_.reset();
  if (!options_.live || !command_.child().running()) cool_down(run);
  // A live command first starts in the current mode: in the first of the sweep, which may be the slowest, its imports
  // and first minibatch could take an hour. Later starts follow a mode that may be at fault.
  const bool starts_live = options_.live && runs_ == 0 && !words().names_mode();
  if (!pump_.stopped() && starts_live) command_.start_live(item.values);
  if (!pump_.stopped() && set_mode(run, folder)) {
    if (!item.mode.empty()) run.modes.push_back(profile.mode);
    open_logs(run.folder);
    run.values["mode"] = to_string(profile.mode);
    run.values["out"] = options_.live ? options_.out + "/live" : run.folder;
    run.values["steps"] = words().fifo_in(run.values["out"]);
    measure::make_folder(run.values["out"]);
    observe(run);
    close_logs(run);
  }
  window_.reset();
  if (pump_.stopped()) return std::nullopt;
  if (++runs_ == 1 && child().is_foreign()) {
    const std::string hint = child().hint().empty() ? "" : child().hint() + "; ";
    throw data_error(profile.reason, hint + measure::kWhereStepRows + "; --whole-run reads none");
  }
  return profile;
}

// Restoring depends on nothing else: it is tried whatever the command and its hook do, and no row is read or written
// meanwhile, which could fail.
void Runner::finish() {
  pump_.forget_all();
  std::exception_ptr failure;
  try {
    command_.end({});
  } catch (...) {
    failure = std::current_exception();
  }
  modes_.restore();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace wattline::pmsweep
