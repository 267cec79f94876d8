// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/command_runner.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

#include "base/error.hpp"
#include "base/units.hpp"
#include "cli/messages.hpp"
#include "cli/passed_text.hpp"
#include "io/caller.hpp"
#include "io/regular_file.hpp"
#include "measure/log_file.hpp"
#include "measure/step_fifo.hpp"
#include "platform/board/thermal.hpp"
#include "wattcompare/printed_steps.hpp"

namespace wattline::wattcompare {

namespace {

constexpr int kGraceS = 60;  // for a command to restore the mode that it set, in real time
constexpr int kTimedOut = 124;

std::string name_of(const Command& command) {
  return "command " + std::to_string(command.number);
}

// Once the command itself has ended. What it left behind is our child then.
bool group_ended(pid_t group) {
  while (::waitpid(-group, nullptr, WNOHANG) > 0) {
  }
  return ::kill(-group, 0) != 0;
}

// A shell may end before the pmode that it runs has restored the mode, so the whole group is waited for.
void end_group(io::Child& child, measure::Pump& pump) {
  const auto ended = [&] { return child.poll() && group_ended(child.pid()); };
  for (const int signal : {SIGTERM, SIGKILL}) {
    ::kill(-child.pid(), signal);
    if (pump.wait_for_process(ended, kGraceS)) return;
  }
}

// What a command wrote to standard error, for a message about its status; empty where it cannot be read.
std::string said_by(const std::string& path) {
  const io::AsCaller rights;
  try {
    return cli::error_in(io::text_of_regular_file(path));
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

CommandRunner::CommandRunner(cli::Context& context, measure::Pump& pump, PowerMeter& power,
                             const measure::TemporaryFolder& scratch, std::int64_t timeout_ns)
    : context_(context), pump_(pump), power_(power), scratch_(scratch), timeout_ns_(timeout_ns) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // for group_ended()
}

// False when the time is up.
bool CommandRunner::wait_for(io::Child& child) {
  const std::int64_t deadline_ns = pump_.now_ns() + timeout_ns_;
  const auto ended = [&] { return child.poll().has_value(); };
  while (!ended() && !pump_.stopped() && pump_.now_ns() < deadline_ns) {
    power_.keep_alive();
    pump_.wait_for(ended, std::min(deadline_ns, pump_.now_ns() + kSecondNs));
  }
  return ended() || pump_.stopped();
}

void CommandRunner::remove_steps() const {
  const io::AsCaller rights;
  ::unlink(scratch_.file("steps").c_str());
}

void CommandRunner::check_status(const Command& command, int status) const {
  if (status == 0) return;
  const std::string said = said_by(scratch_.file("stderr"));
  throw Error(static_cast<ExitCode>(status),
              name_of(command) + ": ended with status " + std::to_string(status) + (said.empty() ? "" : ": " + said));
}

std::optional<MeasuredRun> CommandRunner::run(const Command& command) {
  remove_steps();
  const io::Fd out = measure::open_log(scratch_.file("stdout"), O_TRUNC);
  const io::Fd err = measure::open_log(scratch_.file("stderr"), O_TRUNC);
  io::SpawnOptions options;
  options.own_group = options.null_stdin = true;
  options.signal_with_parent = SIGTERM;
  options.stdout_fd = out.get();
  options.stderr_fd = err.get();
  options.as_caller = command.as_caller;
  MeasuredRun run;
  run.command = command.number;
  run.start_temp_c = platform::hottest_zone_c(context_.root);
  run.start_ns = pump_.now_ns();
  power_.readings().forget_until(to_seconds(run.start_ns) - 2 * power_.facts().window_s - 1);
  io::Child child = io::Child::spawn(measure::with_steps(command.argv, scratch_.file("steps")), options);
  bool in_time = false;
  try {
    in_time = wait_for(child);
  } catch (...) {  // powerlog ended
    end_group(child, pump_);
    throw;
  }
  run.end_ns = pump_.now_ns();
  run.end_time_ns = context_.clock.time_ns();
  if (!in_time || !child.poll()) end_group(child, pump_);
  ::kill(-child.pid(), SIGKILL);  // what a command leaves behind would disturb the next one
  if (pump_.stopped()) return std::nullopt;
  if (!in_time) {
    throw Error(static_cast<ExitCode>(kTimedOut), name_of(command) + ": did not end within --timeout");
  }
  check_status(command, child.wait());
  run.time_s = to_seconds(run.end_ns - run.start_ns);
  read_steps(command, run);
  return run;
}

void CommandRunner::read_steps(const Command& command, MeasuredRun& run) {
  const bool named = measure::names_steps(command.argv);
  const std::string file = name_of(command) + ": " + (named ? measure::kSteps : "standard output");
  const PrintedSteps steps = [&] {
    const io::AsCaller rights;
    return read_printed_steps(scratch_.file(named ? "steps" : "stdout"), file);
  }();
  if (steps.found) cli::note_passed_text(context_, file, steps.text);
  if (named && !steps.found) throw data_error(file + ": no step rows", "wattline-steps(7) describes them");
  run.steps = steps.counted;
  if (steps.counted > 0) run.step_ms = steps.sum_ms / static_cast<double>(steps.counted);
  steps_ = steps.stretches;
  run.source = context_.root.emulation() || steps.source.empty() ? context_.root.source() : steps.source;
}

void CommandRunner::add_energy(MeasuredRun& run) const {
  if (!power_.metered()) return;
  const measure::Stretch whole{to_seconds(run.start_ns), to_seconds(run.end_ns)};
  const EnergyResult energy = power_.readings().energy({whole}, power_.facts());
  run.energy_j = energy.energy_j;
  run.power_w = energy.mean_power_w;
  if (steps_.empty()) return;
  const EnergyResult stepping = power_.readings().energy(steps_, power_.facts());
  run.step_power_w = stepping.mean_power_w;
  if (stepping.energy_j) run.step_energy_j = *stepping.energy_j / static_cast<double>(run.steps);
}

}  // namespace wattline::wattcompare
