// SPDX-License-Identifier: Apache-2.0
#include "measure/modes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "cli/messages.hpp"
#include "io/caller.hpp"
#include "io/fd.hpp"
#include "io/output.hpp"
#include "io/regular_file.hpp"
#include "io/tsv_escape.hpp"
#include "io/tsv_reader.hpp"
#include "platform/mode/mode_of.hpp"
#include "platform/mode/mode_setter.hpp"
#include "platform/mode/unrestored.hpp"

namespace wattline::measure {

namespace {

constexpr int kLimitS = 120;
// Clocks that counters measure vary by 1 % (platform/mode/knobs.cpp); the clocks of a table are further apart than
// this.
constexpr double kClockTolerance = 0.05;
constexpr std::int64_t kLockWaitNs = 3'000'000'000;  // for a killed sweep's children to end

const std::string kSavedFile = io::descriptor_path(STDIN_FILENO);  // for the pmode that has it as standard input

using Fields = std::map<std::string, std::string>;

// The state that the user's file has; empty where there is none.
std::string saved_text(const std::string& file) {
  const io::AsCaller rights;
  return io::file_status(file) ? io::text_of_regular_file(file) : "";
}

// The rows that pmode printed; none when it failed.
std::vector<Fields> rows_of(const Answer& answer) {
  std::vector<Fields> rows;
  if (answer.out.empty()) return rows;
  io::TsvReader reader = answer.table();
  while (reader.next()) {
    rows.emplace_back();
    for (std::size_t i = 0; i < reader.names().size(); ++i) {
      rows.back()[reader.names()[i]] = io::unescape_field(reader.field(i));
    }
  }
  return rows;
}

PowerMode mode_of(const Fields& row) {
  const auto value = [&](const char* column) {
    const auto found = row.find(column);
    return found == row.end() ? std::nullopt : to_int64(found->second);
  };
  return {value("cores"), value("cpu_khz"), value("gpu_hz"), value("emc_hz")};
}

}  // namespace

Answer Modes::call_pmode(std::vector<std::string> arguments, io::SpawnOptions options) {
  const std::vector<std::string> front{io::sibling_tool("pmode"), "--root", context_.root.directory().string()};
  arguments.insert(arguments.begin(), front.begin(), front.end());
  if (lock_) options.environment = lock_->pass();
  return call(arguments, pump_, kLimitS, options);
}

void Modes::hold() {
  if (lock_) return;
  platform::check_writable(platform::machine_with_knobs(context_.root));
  lock_ =
      std::make_unique<platform::ModeLock>(context_.root, context_.clock, context_.signals, join(context_.argv, " "),
                                           kLockWaitNs, "start the " + work_ + " when it has ended");
}

// Should we be killed, `pmode restore --last` restores the saved state, not the mode of an earlier run.
Answer Modes::call_with_saved(std::vector<std::string> arguments) {
  io::SpawnOptions options;
  options.stdin_fd = saved_.get();
  return call_pmode(std::move(arguments), options);
}

Modes::SetResult Modes::set(const std::string& mode, const std::string& log) {
  const Answer answer = call_with_saved({"set", "--verbose", "--wait", "60s", "--before", kSavedFile, mode});
  io::Output::to_file(log).write(answer.out + answer.err);
  if (answer.status != 0) return {answer.status, {}, answer.problem()};
  asked_.clear();
  pinned_.clear();
  for (const Fields& row : rows_of(answer)) {
    asked_[row.at("object")] = row.at("asked");
    remember_pinned(row);
  }
  return {0, current(), ""};
}

// A clock is pinned where its limits are equal.
void Modes::remember_pinned(const Fields& row) {
  const std::string& knob = row.at("knob");
  const auto low = to_int64(row.at("min")), high = to_int64(row.at("max"));
  if ((knob != "cpu" && knob != "gpu" && knob != "emc") || !low || low != high) return;
  const auto cpus = parse_cpu_list(row.at("cpus"));
  pinned_.push_back({row.at("object"), knob == "cpu" && cpus ? *cpus : std::vector<int>{}, *low});
  if (knob != "cpu") pinned_.back().object = knob;
}

std::string Modes::wrong_clock(const platform::LoadRow& load) const {
  const auto is_wrong = [](double clock, std::int64_t wanted) {
    const auto hz = static_cast<double>(wanted);
    return std::isfinite(clock) && clock > 0 && std::fabs(clock - hz) > kClockTolerance * hz;
  };
  for (const PinnedClock& pinned : pinned_) {
    std::vector<double> clocks;
    if (pinned.object == "gpu") clocks.push_back(load.gpu_hz);
    if (pinned.object == "emc") clocks.push_back(load.emc_hz);
    for (const int cpu : pinned.cpus) {
      if (static_cast<std::size_t>(cpu) < load.core_khz.size()) {
        clocks.push_back(load.core_khz[static_cast<std::size_t>(cpu)]);
      }
    }
    for (const double clock : clocks) {
      if (!is_wrong(clock, pinned.value)) continue;
      return pinned.object + ": asked for " + std::to_string(pinned.value) + ", ran at " + fmt::format("{:.0f}", clock);
    }
  }
  return "";
}

// What pmode notes of a mode (clusters with different clocks) is passed on once.
void Modes::pass_on_notes(const std::string& err) {
  for (const std::string& text : cli::warnings_in(err)) {
    if (noted_.insert(text).second) context_.note(text);
  }
}

PowerMode Modes::current() {
  const Answer answer = call_pmode({"get", "--mode"});
  pass_on_notes(answer.err);
  for (const Fields& row : rows_of(answer)) return mode_of(row);
  if (answer.status == to_int(ExitCode::unavailable)) return {};
  throw Error(ExitCode::io, "the current mode is not known: " + answer.problem());
}

std::map<std::string, std::string> Modes::predefined() {
  std::map<std::string, std::string> names;
  const Answer answer = call_pmode({"list"});
  if (answer.status != 0) return names;
  for (const Fields& row : rows_of(answer)) names.emplace(to_string(mode_of(row)), row.at("name"));
  return names;
}

PowerMode Modes::in_force() {
  if (!machine_) machine_ = platform::find_machine(context_.root);
  return platform::current_mode(*machine_);
}

// A process that was killed leaves the machine in a mode that it tried, and its saved state is kept until somebody
// restores it or sets another mode. If it saved that state in the same file, this work continues its work.
void Modes::save(const std::string& file) {
  if (saved_) return;
  const std::string left = platform::unrestored_state(context_.root);
  const bool continues = !left.empty() && io::text_of_regular_file(left) == saved_text(file);
  keeps_state_ = left.empty() || continues;
  if (!keeps_state_) {
    context_.note("a process that set modes was killed before it restored the mode: `pmode restore " + left +
                  "` does; this " + work_ + " ends in the mode that is in force now");
  }
  if (!continues) {
    const Answer answer = call_pmode({"save", file});
    if (answer.status != 0)
      throw Error(static_cast<ExitCode>(answer.status), "the mode was not saved: " + answer.problem());
  }
  const std::string text = saved_text(file);
  saved_ = memory_file(text);
  saved_file_ = file;
  if (!continues && keeps_state_) platform::keep_unrestored(context_.root, text);
}

void Modes::restore() {
  if (!saved_) return;
  const Answer answer = call_with_saved({"restore", "--wait", "60s", "--before", kSavedFile, kSavedFile});
  if (answer.status == 0) {
    if (keeps_state_) platform::forget_unrestored(context_.root);
    return;
  }
  context_.warn("the mode before the " + work_ + " was not restored: " + answer.problem() + "; it is in " +
                saved_file_);
}

std::string Modes::deviation(const PowerMode& mode) {
  std::vector<std::string> texts;
  const PowerMode now = in_force();
  if (now != mode) texts.push_back("the mode changed to " + to_string(now));
  const Answer answer = call_pmode({"get"});
  const std::vector<Fields> rows = rows_of(answer);
  if (rows.empty()) texts.push_back("the knobs were not read: " + answer.problem());
  for (const Fields& row : rows) {
    const std::string &object = row.at("object"), &asked = row.at("asked");
    const auto ours = asked_.find(object);
    if (ours != asked_.end() && ours->second != asked) {
      texts.push_back(object + ": " + asked + " was asked for by another process");
    } else if (row.at("status") == "deviates") {
      texts.push_back(object + ": asked for " + asked + ", is at " + row.at("current"));
    }
  }
  return join(texts, "; ");
}

}  // namespace wattline::measure
