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

void ProgramHistory::add(const std::string& id, const std::string& name, double busy_cores) {
  if (!open_ || !std::isfinite(busy_cores)) return;
  auto& uses = ticks_.back().uses;
  const auto same = std::find_if(uses.begin(), uses.end(), [&](const Use& use) { return use.id == id; });
  if (same == uses.end()) {
    uses.push_back({id, name, busy_cores});
  } else {
    same->busy_cores += busy_cores;
  }
}

std::vector<AccountLog> ProgramHistory::logs(std::size_t most) const {
  struct Sum {
    double used_s = 0, present_s = 0;
    double mean_cores() const { return used_s / present_s; }
  };
  std::map<std::string, Sum> sums;
  for (const Tick& tick : ticks_) {
    for (const Use& use : tick.uses) {
      Sum& sum = sums[use.id];
      sum.used_s += use.busy_cores * (tick.end_s - tick.start_s);
      sum.present_s += tick.end_s - tick.start_s;
    }
  }
  std::vector<std::pair<double, std::string>> chosen;
  for (const auto& [id, sum] : sums) {
    if (sum.mean_cores() >= kProgramCores) chosen.emplace_back(-sum.used_s, id);
  }
  std::sort(chosen.begin(), chosen.end());
  if (chosen.size() > most) chosen.resize(most);

  std::vector<AccountLog> logs;
  logs.reserve(chosen.size());
  for (const auto& [used_s, id] : chosen) {
    logs.push_back(log_of(id, sums[id].mean_cores()));
  }
  return logs;
}

AccountLog ProgramHistory::log_of(const std::string& id, double mean_cores) const {
  AccountLog log;
  for (const Tick& tick : ticks_) {
    const auto use = std::find_if(tick.uses.begin(), tick.uses.end(), [&](const Use& other) { return other.id == id; });
    if (use == tick.uses.end()) continue;
    log.name = use->name;
    if (mean_cores >= kCountedCores) log.cpu.push_back({tick.start_s, tick.end_s, use->busy_cores});
    if (use->busy_cores >= kRunningShare * mean_cores) note_running(log.running, tick.start_s, tick.end_s);
  }
  log.steps = log.running;
  return log;
}

}  // namespace wattline::model
