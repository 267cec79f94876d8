// SPDX-License-Identifier: Apache-2.0
#include "pmode/change.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/mode/state_file.hpp"
#include "platform/mode/unrestored.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

constexpr int kUndoTries = 2;
constexpr const char* kNothingChanged = "nothing was changed, because the change could not be undone";
constexpr const char* kAsked = "pmode.asked";  // what the latest change asked for

std::string command_line(const std::vector<std::string>& argv) {
  return argv.empty() ? "pmode" : join(argv, " ");
}

}  // namespace

MachineState last_asked(const Machine& machine) {
  const auto file = machine.root.path(std::string("/run/wattline/") + kAsked).string();
  if (::access(file.c_str(), R_OK) != 0) {
    io::note_unread(file, errno);
    return {};
  }
  std::vector<std::string> unknown;
  return from_attributes(machine, load_state(file), unknown);
}

Change::Change(cli::Context& context, const WaitOptions& options)
    : context_(context),
      options_(options),
      machine_(machine_with_knobs(context.root)),
      lock_(context.root, context.clock, context.signals, command_line(context.argv), options.lock_timeout_ns,
            kLockHint),
      state_lock_(context.root),
      writer_(machine_.root, context.clock),
      setter_(machine_, writer_, context.clock) {
  io::Signals::survive_broken_pipes();
  writer_.on_write = [this](const std::string& path, std::string_view text) {
    if (context_.verbosity > 1) context_.log(1, path + " <- " + std::string(text));
    if (on_write) on_write(path);
  };
  check_writable(machine_);
  context_.require_all_read(kNothingChanged);
}

// Whether the earlier state cannot be restored without this file.
bool Change::is_needed(const io::UnreadFile& file, const MachineState& target) const {
  if (is_dispensable(machine_, before_, file.path)) return false;
  const auto names_file = [&](const PathValue& other) { return other.path == file.path; };
  // Some attributes can only be written.
  if (std::any_of(target.others.begin(), target.others.end(), names_file)) return file.error != EACCES;
  const auto side = side_attributes(machine_);
  return std::find(side.begin(), side.end(), file.path) == side.end();
}

// Fsynced before the first write, so that `pmode restore --last` works after a SIGKILL.
void Change::note_before(const MachineState& target, const std::string& instead) {
  std::vector<std::string> more = side_attributes(machine_);
  for (const PathValue& other : target.others) more.push_back(other.path);
  std::sort(more.begin(), more.end());
  more.erase(std::unique(more.begin(), more.end()), more.end());
  std::vector<io::UnreadFile> unread;
  before_ = capture(machine_, more, &unread);
  try {
    asked_before_ = last_asked(machine_);
  } catch (const Error& error) {  // the knobs can be restored without it
    if (error.code() != ExitCode::data) throw;
    context_.warn(error.what());
  }
  if (asked_before_.emc) assume_asked_rate(machine_, unread, *asked_before_.emc, before_);
  for (const io::UnreadFile& file : unread) {
    if (is_needed(file, target)) throw os_error(file.path, file.error, kNothingChanged);
  }
  context_.require_all_read(kNothingChanged);
  if (!instead.empty()) return save_runtime_state(runtime_file(machine_.root, kLastState), load_state(instead));
  save_before();
  setter_.on_reveal = [this] {
    context_.require_all_read("");
    take_revealed();
    save_before();
  };
}

void Change::save_before() const {
  save_runtime_state(runtime_file(machine_.root, kLastState), to_attributes(machine_, before_));
}

void Change::take_revealed() {
  for (const auto& [name, limits] : setter_.revealed()) {
    ClockState& clock = before_.policies[name];
    if (!clock.max) clock = limits;
  }
}

std::string Change::failures() const {
  std::vector<std::string> texts;
  for (const KnobReading& knob : knobs_) {
    if (!knob.problem.empty()) texts.push_back(describe(knob));
  }
  for (const RefusedWrite& write : writer_.refused()) {
    texts.push_back(write.path + ": " + write.text + " was refused: " + std::strerror(write.error));
  }
  for (const io::UnreadFile& file : io::take_unread()) {
    texts.push_back(machine_.root.machine_path(file.path) + ": " + std::strerror(file.error));
  }
  return join(texts, "; ");
}

// Returns the problems. The state asked for is saved when there are none.
std::string Change::put_in_force(const Rules& rules) {
  std::string problems;
  if (rules.instead) {
    problems = rules.instead();
  } else {
    setter_.apply(asked_);
  }
  const auto stopped = [this] { return context_.signals.stop() != 0; };
  knobs_ = settle(machine_, asked_, context_.clock, options_.settle_ns, stopped);
  if (problems.empty()) problems = failures();
  if (problems.empty() && !stopped()) {
    save_runtime_state(runtime_file(machine_.root, kAsked), to_attributes(machine_, asked_));
  }
  return problems;
}

void Change::make(const MachineState& target, const Rules& rules) {
  asked_ = target;
  asked_.events = overcurrent_events(machine_);
  if (rules.note_before) note_before(target, rules.before);
  context_.require_all_read(kNothingChanged);
  const Writing writing(*this);
  std::string problems;
  try {
    problems = put_in_force(rules);
  } catch (...) {
    if (rules.note_before) undo();
    throw;
  }
  const int signal = context_.signals.take_stop();
  if (problems.empty() && signal == 0) {
    // With `before` it is set for a program that restores the earlier state.
    if (rules.before.empty() && !rules.temporary) forget_unrestored(machine_.root);
    return;
  }
  const bool keep = !rules.note_before || (rules.keep && signal == 0);
  if (!keep) undo();
  const std::string hint = keep ? "the state was left as it is" : "the earlier state was restored";
  if (signal != 0)
    throw Error(static_cast<ExitCode>(signal_status(signal)), "stopped by signal " + std::to_string(signal), hint);
  throw Error(ExitCode::partial, problems, hint);
}

std::vector<std::string> Change::deviations() const {
  std::vector<std::string> texts;
  for (const KnobReading& knob : settle(machine_, asked_, context_.clock, options_.settle_ns, nullptr)) {
    if (!knob.problem.empty()) texts.push_back(describe(knob));
  }
  return texts;
}

// A full /run must not keep the knobs from being restored.
void Change::save_asked_before() {
  try {
    save_runtime_state(runtime_file(machine_.root, kAsked), to_attributes(machine_, asked_before_));
  } catch (const Error& error) {
    context_.warn(error.what());
  }
}

// The knobs first, then the messages: whoever reads those may be slow or gone.
void Change::undo() {
  const Writing writing(*this);
  take_revealed();
  on_write = nullptr;  // its captures may be gone
  setter_.on_reveal = nullptr;
  std::vector<KnobReading> knobs;
  for (int tries = 0; tries < kUndoTries; ++tries) {
    io::UnreadScope unread;
    writer_.forget_refused();
    setter_.apply(before_);
    const bool was_read = unread.is_empty();
    knobs = settle(machine_, before_, context_.clock, options_.settle_ns, nullptr);
    if (was_read && all_follow(knobs) && writer_.refused().empty()) break;
    if (tries + 1 < kUndoTries) unread.forget();
  }
  if (!asked_before_.is_empty()) asked_before_.events = overcurrent_events(machine_);
  save_asked_before();
  for (const KnobReading& knob : knobs) {
    if (!knob.problem.empty()) context_.warn("not restored: " + describe(knob));
  }
  for (const RefusedWrite& write : writer_.refused()) {
    if (io::read_text(machine_.root.path(write.path)) == write.text) continue;
    context_.warn("not restored: " + write.path + ": " + write.text + " was refused: " + std::strerror(write.error));
  }
}

void Change::undo_after(const std::function<void()>& body) {
  try {
    body();
  } catch (...) {
    undo();
    throw;
  }
  undo();
}

}  // namespace wattline::pmode
