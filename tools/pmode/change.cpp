// SPDX-License-Identifier: Apache-2.0
#include "pmode/change.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "platform/mode/state_file.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

constexpr const char* kAsked = "pmode.asked";  // what the latest change asked for

std::string command_line(const std::vector<std::string>& argv) {
  return argv.empty() ? "pmode" : join(argv, " ");
}

}  // namespace

MachineState last_asked(const Machine& machine) {
  const auto file = machine.root.path(std::string("/run/wattline/") + kAsked).string();
  if (::access(file.c_str(), R_OK) != 0) return {};
  std::vector<std::string> unknown;
  return from_attributes(machine, load_state(file), unknown);
}

Change::Change(cli::Context& context, const WaitOptions& options)
    : context_(context),
      options_(options),
      machine_(find_machine(context.root)),
      lock_(context.root, context.clock, context.signals, command_line(context.argv), options.lock_timeout_ns),
      writer_(machine_.root, context.clock),
      setter_(machine_, writer_, context.clock) {
  writer_.on_write = [this](const std::string& path, std::string_view text) {
    if (context_.verbosity > 1) context_.log(1, path + " <- " + std::string(text));
    if (on_write) on_write(path);
  };
  check_writable();
}

void Change::check_writable() const {
  for (const CpuPolicy& policy : machine_.cpus.policies) {
    const auto file = machine_.root.path(policy.file("scaling_max_freq"));
    if (::access(file.c_str(), W_OK) == 0) continue;
    if (errno == EROFS) throw unavailable(policy.file("scaling_max_freq") + ": mounted read-only");
    throw os_error(policy.file("scaling_max_freq"), errno, "setting a mode needs root");
  }
}

// Fsynced before the first write, so that `pmode restore --last` works after a SIGKILL.
void Change::note_before(const MachineState& target) {
  std::vector<std::string> more = side_attributes(machine_);
  for (const PathValue& other : target.others) more.push_back(other.path);
  std::sort(more.begin(), more.end());
  more.erase(std::unique(more.begin(), more.end()), more.end());
  before_ = capture(machine_, more);
  asked_before_ = last_asked(machine_);
  // A lock whose rate cannot be read has the rate that was asked for.
  if (before_.emc && before_.emc->locked && !before_.emc->rate && asked_before_.emc) {
    before_.emc->rate = asked_before_.emc->rate;
  }
  save_state(runtime_file(machine_.root, kLastState), to_attributes(machine_, before_));
}

std::string Change::failures() const {
  std::vector<std::string> texts;
  for (const KnobReading& knob : knobs_) {
    if (!knob.problem.empty()) texts.push_back(describe(knob));
  }
  for (const RefusedWrite& write : writer_.refused()) {
    texts.push_back(write.path + ": " + write.text + " was refused: " + std::strerror(write.error));
  }
  return join(texts, "; ");
}

void Change::make(const MachineState& target, const Rules& rules) {
  if (rules.note_before) note_before(target);
  asked_ = target;
  asked_.events = overcurrent_events(machine_);
  std::string problems;
  if (rules.instead) {
    problems = rules.instead();
  } else {
    setter_.apply(target);
  }
  const auto stopped = [this] { return context_.signals.stop() != 0; };
  knobs_ = settle(machine_, asked_, context_.clock, options_.settle_ns, stopped);
  if (problems.empty()) problems = failures();
  if (problems.empty() && !stopped()) {
    save_state(runtime_file(machine_.root, kAsked), to_attributes(machine_, asked_));
    return;
  }
  const int signal = context_.signals.take_stop();
  const bool keep = !rules.note_before || (rules.keep && signal == 0);
  if (!keep) undo();
  const std::string hint = keep ? "the state was left as it is" : "the earlier state was restored";
  if (signal != 0)
    throw Error(static_cast<ExitCode>(signal_status(signal)), "stopped by signal " + std::to_string(signal), hint);
  throw Error(ExitCode::partial, problems, hint);
}

void Change::warn_of_deviations() const {
  for (const KnobReading& knob : settle(machine_, asked_, context_.clock, options_.settle_ns, nullptr)) {
    if (!knob.problem.empty()) context_.warn("the mode did not hold: " + describe(knob));
  }
}

void Change::undo() {
  for (const auto& [name, limits] : setter_.revealed()) {
    ClockState& clock = before_.policies[name];
    if (!clock.max) clock = limits;
  }
  writer_.forget_refused();
  if (!asked_before_.is_empty()) asked_before_.events = overcurrent_events(machine_);
  save_state(runtime_file(machine_.root, kAsked), to_attributes(machine_, asked_before_));
  setter_.apply(before_);
  const auto knobs = settle(machine_, before_, context_.clock, options_.settle_ns, nullptr);
  for (const KnobReading& knob : knobs) {
    if (!knob.problem.empty()) context_.warn("not restored: " + describe(knob));
  }
}

}  // namespace wattline::pmode
