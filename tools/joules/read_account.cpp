// SPDX-License-Identifier: Apache-2.0
#include "joules/read_account.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/parse.hpp"
#include "base/units.hpp"
#include "io/source.hpp"
#include "io/step_reader.hpp"
#include "joules/power_file.hpp"
#include "platform/load/program_columns.hpp"

namespace wattline::joules {

namespace {

using model::AccountLog;
using model::RateSpan;

constexpr double kPercent = 100;

void append(std::vector<RateSpan>& stretches, const RateSpan& next, const io::TsvReader& reader) {
  if (!stretches.empty() && next.start_s < stretches.back().start_s) {
    throw data_error(reader.name() + ": line " + std::to_string(reader.line()) + ": goes back in time");
  }
  stretches.push_back(next);
}

// Each row covers the time since the row before it. Where the CPU time of some rows is not known, it is taken to be
// used as before; rows at the end without it are those after the end of the program.
void read_load(io::TsvReader& reader, AccountLog& log, bool allow_mixed) {
  if (platform::ProgramColumns::are_in(reader)) {
    throw data_error(reader.name() + ": rows of loadlog programs, which are not of one program",
                     "joules account --programs " + reader.name());
  }
  const std::size_t mono = reader.require("mono_s"), online = reader.require("cpus_online"),
                    share = reader.require("proc_cpu_pct");
  const auto cpu_khz = reader.find("cpu_khz"), gpu_hz = reader.find("gpu_hz");
  const auto note_clock = [&](const std::optional<std::size_t>& column, double from_s, double to_s, auto& stretches) {
    const auto clock = column ? reader.number(*column) : std::nullopt;
    if (clock) stretches.push_back({from_s, to_s, *clock});
  };
  std::optional<double> last_s;
  while (reader.next()) {
    const double now_s = reader.required_number(mono);
    note_row(log, reader, now_s, allow_mixed);
    const auto percent = reader.number(share), cores = reader.number(online);
    if (last_s && percent && cores) {
      const double from_s = log.cpu.empty() ? *last_s : log.cpu.back().end_s;
      append(log.cpu, {from_s, now_s, *percent / kPercent * *cores}, reader);
      note_clock(cpu_khz, from_s, now_s, log.cpu_khz);
      note_clock(gpu_hz, from_s, now_s, log.gpu_hz);
    }
    last_s = now_s;
  }
  if (log.cpu.empty()) {
    throw data_error(reader.name() + ": the CPU time of the program is not known: proc_cpu_pct has no value",
                     "record it with loadlog --pid PID or loadlog --cmd -- COMMAND");
  }
}

// A first minibatch takes many times as long as the others, so it counts as many of them.
void read_steps(io::TsvReader& reader, AccountLog& log, bool allow_mixed) {
  io::StepReader rows(reader, {});
  std::vector<std::size_t> first;
  double counted_s = 0;
  while (reader.next()) {
    const io::StepRow row = rows.read(reader);
    const RateSpan step{to_seconds(row.start_ns), to_seconds(row.end_ns), 0};
    note_row(log, reader, step.end_s, allow_mixed);
    if (step.end_s <= step.start_s || row.phase == StepPhase::validation) continue;
    append(log.steps, step, reader);
    log.steps.back().rate = 1 / (step.end_s - step.start_s);
    if (row.phase == StepPhase::first) {
      first.push_back(log.steps.size() - 1);
    } else {
      counted_s += step.end_s - step.start_s;
    }
  }
  const auto counted = static_cast<double>(log.steps.size() - first.size());
  if (counted == 0) throw data_error(reader.name() + ": no minibatches after the first one");
  for (const std::size_t step : first) log.steps[step].rate = counted / counted_s;
}

// The program may have begun before its load was logged, and ended later: it then did the same as while it was logged.
void find_running_time(AccountLog& log) {
  if (!log.steps.empty()) {
    log.cpu.front().start_s = std::min(log.cpu.front().start_s, log.steps.front().start_s);
    log.cpu.back().end_s = std::max(log.cpu.back().end_s, log.steps.back().end_s);
  }
  log.running.push_back({log.cpu.front().start_s, log.cpu.back().end_s, 1});
}

}  // namespace

void note_row(AccountLog& log, const io::TsvReader& reader, double mono_s, bool allow_mixed) {
  const auto source = reader.find("source"), time = reader.find("time_s");
  const std::string name = source ? std::string(reader.field(*source)) : "measured";
  if (!log.source.empty() && name != log.source && !allow_mixed) {
    throw data_error(reader.name() + ": its source is " + name + ", that of the rows before is " + log.source,
                     "--allow-mixed joins them all the same");
  }
  log.source = io::joined_source(log.source, name);
  const auto time_s = time && !log.offset_s ? reader.number(*time) : std::nullopt;
  if (time_s) log.offset_s = *time_s - mono_s;
}

ReadAccount read_account(const std::string& argument, bool allow_mixed) {
  const std::size_t equals = argument.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw usage_error("--account " + argument + ": not NAME=FILE", "--account a=a-load.tsv,a-steps.tsv");
  }
  ReadAccount account;
  AccountLog& log = account.log;
  log.name = argument.substr(0, equals);
  for (const std::string_view path : split(std::string_view(argument).substr(equals + 1), ',')) {
    io::TsvReader reader{std::string(path)};
    const bool steps = reader.find("start_mono_s").has_value();
    if (steps ? !log.steps.empty() : !log.cpu.empty()) {
      throw usage_error("--account " + log.name + ": two files of " + (steps ? "step" : "load") + " rows");
    }
    if (steps) {
      read_steps(reader, log, allow_mixed);
    } else {
      read_load(reader, log, allow_mixed);
    }
    if (reader.torn()) account.torn_files.push_back(reader.name());
  }
  if (log.cpu.empty()) {
    throw usage_error("--account " + log.name + ": no load rows",
                      "record the program's CPU time with loadlog --pid PID or loadlog --cmd -- COMMAND");
  }
  find_running_time(log);
  return account;
}

}  // namespace wattline::joules
