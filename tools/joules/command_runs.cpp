// SPDX-License-Identifier: Apache-2.0
#include "joules/command_runs.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/messages.hpp"
#include "io/child.hpp"
#include "io/regular_file.hpp"
#include "measure/log_file.hpp"
#include "measure/powerlog_child.hpp"
#include "measure/progress_output.hpp"

namespace wattline::joules {

namespace {

constexpr double kConversions = 3;  // after the last run: the sensor's window ends, and one interval or two pass
constexpr std::int64_t kLongestTailNs = 5'000'000'000;
constexpr std::int64_t kForeverNs = std::numeric_limits<std::int64_t>::max() / 2;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

class Recorder {
 public:
  Recorder(const Options& options, cli::Context& context, const std::string& folder)
      : options_(options), context_(context), folder_(folder), pump_(context) {}

  CommandRuns record(const std::string& log) {
    start_power(log);
    if (context_.verbosity > 0) start_load();
    if (options_.command.idle_ns > 0) stay_idle();
    for (int i = 0; i < options_.command.warmup && goes_on(); ++i) run_command(RunPhase::warmup);
    for (int i = 0; i < options_.command.runs && goes_on(); ++i) run_command(RunPhase::run);
    if (result_.status == 0 && pump_.stopped()) result_.status = signal_status(context_.signals.stop());
    guard([this] { wait_for_readings(); });
    power_.reset();
    if (load_) measure::stop_group(*load_, pump_);
    return result_;
  }

 private:
  bool goes_on() const { return result_.status == 0 && !pump_.stopped(); }

  // Whatever is wrong with the power, the command runs, and to its end.
  template <class Work>
  void guard(const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      result_.unmetered = error.what() + (error.hint().empty() ? "" : ": " + error.hint());
    }
    if (!result_.unmetered.empty()) power_.reset();
  }

  void start_power(const std::string& log) {
    guard([&] {
      power_ = std::make_unique<measure::PowerlogChild>(context_, pump_, folder_, options_.rails.front(),
                                                        options_.command.interval_ns);
      power_->log_to(log);
      power_->on_reading([this](double mono_s, double, bool stale) {
        if (!stale) fresh_s_ = mono_s;
      });
      power_->start("`powerlog rails` lists the rails");
      if (!power_->metered()) result_.unmetered = cli::problem_in(io::text_of_regular_file(folder_ + "/powerlog.log"));
      if (power_->metered()) wait_for_power();
    });
  }

  // An energy counter (RAPL) has no power before its second reading, and a command that began before it would not be
  // covered.
  void wait_for_power() {
    const std::int64_t deadline_ns = pump_.now_ns() + kLongestTailNs;
    while (fresh_s_ == 0 && pump_.now_ns() < deadline_ns && !pump_.stopped()) pump_.wait(deadline_ns);
  }

  void start_load() {
    io::SpawnOptions spawn;
    const io::Fd messages = measure::open_log(folder_ + "/loadlog.log", O_TRUNC);
    spawn.own_group = spawn.null_stdin = spawn.die_with_parent = true;
    spawn.stdout_fd = spawn.stderr_fd = messages.get();
    load_ = io::Child::spawn({io::sibling_tool("loadlog"), "--root", context_.root.directory().string(), "-q", "-i",
                              "500ms", "-o", folder_ + "/load"},
                             spawn);
  }

  void stay_idle() {
    CommandRun idle{RunPhase::idle, to_seconds(pump_.now_ns())};
    const std::int64_t until_ns = pump_.now_ns() + options_.command.idle_ns;
    while (pump_.now_ns() < until_ns && !pump_.stopped()) guard([&] { pump_.wait(until_ns); });
    idle.end_s = to_seconds(pump_.now_ns());
    result_.runs.push_back(idle);
  }

  // The terminal's signals reach a command in the foreground without our help.
  int wait_in_foreground(io::Child& child) {
    while (!child.poll()) {
      guard([this] { pump_.wait(kForeverNs); });
      const int signal = context_.signals.take_stop();
      if (signal != 0 && !io::Signals::reaches_foreground(signal)) child.kill(signal);
    }
    return child.wait();
  }

  void open_output(io::SpawnOptions& spawn, CommandRun& run) {
    output_.emplace(pump_, options_.command.progress.expression);
    output_->on_steps([&run](const StepTiming& steps) { count(steps, run); });
    output_->open(spawn, STDOUT_FILENO, STDERR_FILENO, measure::ProgressOutput::Terminal::as_ours);
  }

  // The first steps include what came before them.
  static void count(const StepTiming& steps, CommandRun& run) {
    if (!run.counted) {
      run.counted = CountedSteps{steps.end_s, steps.end_s, 0, steps.steps_error};
      return;
    }
    run.counted->end_s = steps.end_s;
    run.counted->steps += steps.steps;
    run.counted->error = steps.steps_error;
  }

  void close_output(CommandRun& run) {
    output_->finish();
    if (!output_->problem().empty()) context_.note(output_->problem());
    if (run.counted && run.counted->steps == 0) run.counted.reset();
    result_.no_counter = result_.no_counter || !run.counted;
    output_.reset();
  }

  void run_command(RunPhase phase) {
    const bool progress = options_.command.progress.given;
    io::SpawnOptions spawn;
    spawn.as_caller = !options_.command.as_root;
    rusage before{}, after{};
    ::getrusage(RUSAGE_CHILDREN, &before);
    CommandRun run{phase, to_seconds(pump_.now_ns())};
    if (progress) open_output(spawn, run);
    io::Child child = io::Child::spawn(context_.command, spawn);
    if (progress) output_->spawned(child);
    run.status = wait_in_foreground(child);
    run.end_s = to_seconds(pump_.now_ns());
    ::getrusage(RUSAGE_CHILDREN, &after);
    if (progress) close_output(run);
    run.user_s = seconds(after.ru_utime) - seconds(before.ru_utime);
    run.system_s = seconds(after.ru_stime) - seconds(before.ru_stime);
    result_.status = run.status;
    const bool beside_others = !result_.runs.empty() && result_.runs.back().phase == RunPhase::run;
    if (run.status != 0 && beside_others) {
      run.phase = RunPhase::failed;
      context_.note("a run ended with status " + std::to_string(run.status) +
                    ": it does not count, and no other follows");
    }
    result_.runs.push_back(run);
    guard([this] {
      if (power_) power_->keep_alive();
    });
  }

  // Until a reading says what the power was at the end of the last run.
  void wait_for_readings() {
    if (!power_ || result_.runs.empty()) return;
    const double window_s = std::max(power_->facts().window_s, to_seconds(options_.command.interval_ns));
    const double until_s = result_.runs.back().end_s + window_s;
    const std::int64_t tail_ns = std::min(kLongestTailNs, to_nanoseconds(kConversions * window_s));
    const std::int64_t deadline_ns = pump_.now_ns() + tail_ns;
    while (fresh_s_ < until_s && pump_.now_ns() < deadline_ns) pump_.wait(deadline_ns);
  }

  const Options& options_;
  cli::Context& context_;
  const std::string& folder_;
  measure::Pump pump_;
  CommandRuns result_;
  std::unique_ptr<measure::PowerlogChild> power_;
  std::optional<io::Child> load_;
  std::optional<measure::ProgressOutput> output_;
  double fresh_s_ = 0;
};

}  // namespace

CommandRuns run_measured(const Options& options, cli::Context& context, const std::string& folder,
                         const std::string& log) {
  return Recorder(options, context, folder).record(log);
}

const char* to_text(RunPhase phase) {
  switch (phase) {
    case RunPhase::idle:
      return "idle";
    case RunPhase::warmup:
      return "warmup";
    case RunPhase::failed:
      return "failed";
    case RunPhase::steps:
      return "steps";
    case RunPhase::run:
      break;
  }
  return "run";
}

}  // namespace wattline::joules
