// SPDX-License-Identifier: Apache-2.0
#include "model/program_history.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace wattline::model {

namespace {

constexpr double kRunningShare = 0.2;   // of its mean use
constexpr double kProgramCores = 0.02;  // that a program uses in the mean
constexpr double kCountedCores = 0.2;   // with fewer, the kernel's ticks of 10 ms are too coarse in a second

// Ticks that follow each other are one stretch.
void note_running(std::vector<RateSpan>& running, double start_s, double end_s) {
  if (!running.empty() && running.back().end_s >= start_s) {
    running.back().end_s = end_s;
  } else {
    running.push_back({start_s, end_s, 1});
  }
}

}  // namespace

void ProgramHistory::begin_tick(double t_s) {
  open_ = last_s_ && t_s > *last_s_;
  if (last_s_ && t_s <= *last_s_) return;
  const auto start_s = std::exchange(last_s_, t_s);
  if (!open_) return;
  ticks_.push_back({*start_s, t_s, {}});
  while (ticks_.front().end_s < t_s - kept_s_) ticks_.pop_front();
}

void ProgramHistory::add(const std::string& program, double busy_cores) {
  if (!open_ || !std::isfinite(busy_cores)) return;
  auto& cores = ticks_.back().cores;
  const auto same = std::find_if(cores.begin(), cores.end(), [&](const auto& entry) { return entry.first == program; });
  if (same == cores.end()) {
    cores.emplace_back(program, busy_cores);
  } else {
    same->second += busy_cores;
  }
}

std::vector<AccountLog> ProgramHistory::logs(std::size_t most) const {
  struct Use {
    double used_s = 0, present_s = 0;
    double mean_cores() const { return used_s / present_s; }
  };
  std::map<std::string, Use> uses;
  for (const Tick& tick : ticks_) {
    for (const auto& [program, cores] : tick.cores) {
      Use& use = uses[program];
      use.used_s += cores * (tick.end_s - tick.start_s);
      use.present_s += tick.end_s - tick.start_s;
    }
  }
  std::vector<std::pair<double, std::string>> chosen;
  for (const auto& [program, use] : uses) {
    if (use.mean_cores() >= kProgramCores) chosen.emplace_back(-use.used_s, program);
  }
  std::sort(chosen.begin(), chosen.end());
  if (chosen.size() > most) chosen.resize(most);

  std::vector<AccountLog> logs;
  logs.reserve(chosen.size());
  for (const auto& [used_s, program] : chosen) {
    logs.push_back(log_of(program, uses[program].mean_cores()));
  }
  return logs;
}

AccountLog ProgramHistory::log_of(const std::string& program, double mean_cores) const {
  AccountLog log;
  log.name = program;
  for (const Tick& tick : ticks_) {
    const auto cell =
        std::find_if(tick.cores.begin(), tick.cores.end(), [&](const auto& entry) { return entry.first == program; });
    if (cell == tick.cores.end()) continue;
    if (mean_cores >= kCountedCores) log.cpu.push_back({tick.start_s, tick.end_s, cell->second});
    if (cell->second >= kRunningShare * mean_cores) note_running(log.running, tick.start_s, tick.end_s);
  }
  log.steps = log.running;
  return log;
}

}  // namespace wattline::model
