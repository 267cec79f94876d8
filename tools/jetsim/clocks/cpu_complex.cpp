// SPDX-License-Identifier: Apache-2.0
#include "jetsim/clocks/cpu_complex.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/parse.hpp"
#include "base/units.hpp"

namespace wattline::jetsim {

CpuComplex::CpuComplex(const BoardSpec& board, const KernelRules& rules, const Faults& faults, std::uint64_t seed)
    : board_(board),
      rules_(rules),
      faults_(faults),
      random_(seed),
      online_(static_cast<std::size_t>(board.cores()), true),
      idle_(online_.size(), IdleStates(board, rules)) {
  for (const std::vector<int>& cpus : board.policies) {
    policies_.push_back({cpus, CpufreqLimits(rules, board.cpu_khz), board.file.text("cpu.governor"), 0, kNever, 0,
                         TimeInState(board.cpu_khz)});
  }
}

int CpuComplex::online_count() const {
  return static_cast<int>(std::count(online_.begin(), online_.end(), true));
}

int CpuComplex::online_in(std::size_t policy) const {
  const std::vector<int>& cpus = policies_[policy].cpus;
  return static_cast<int>(std::count_if(cpus.begin(), cpus.end(), [this](int cpu) { return online(cpu); }));
}

bool CpuComplex::dead(const Policy& policy) const {
  return std::none_of(policy.cpus.begin(), policy.cpus.end(), [this](int cpu) { return online(cpu); });
}

bool CpuComplex::held(const Policy& policy, const char* fault) const {
  return std::any_of(policy.cpus.begin(), policy.cpus.end(),
                     [&](int cpu) { return faults_.has(fault, std::to_string(cpu)); });
}

void CpuComplex::advance(std::int64_t now_ns) {
  now_ns_ = now_ns;
  for (Policy& policy : policies_) {
    if (policy.pending_ns <= now_ns) follow(policy);
    const bool frozen = held(policy, "stuck-core") || held(policy, "stale-clock");
    if (!frozen) policy.frozen_khz = 0;
    if (frozen && policy.frozen_khz == 0) policy.frozen_khz = governed_khz(policy);
  }
}

void CpuComplex::follow(Policy& policy) {
  policy.pending_ns = kNever;
  if (!held(policy, "stuck-core")) policy.limits.apply();
}

std::int64_t CpuComplex::next_event() const {
  std::int64_t next = kNever;
  for (const Policy& policy : policies_) next = std::min(next, policy.pending_ns);
  return next;
}

void CpuComplex::set_load(double load) {
  load_ = std::clamp(load, 0.0, 1.0);
}

// schedutil asks for 1.25 times what the load needs; the other load-following governors are close enough to it.
std::int64_t CpuComplex::governed_khz(const Policy& policy) const {
  const std::int64_t low = policy.limits.min_khz(), high = policy.limits.max_khz();
  const auto& table = policy.limits.table();
  if (policy.governor == "performance") return floor_entry(table, high);
  if (policy.governor == "powersave") return ceil_entry(table, low);
  const auto wanted = static_cast<std::int64_t>(1.25 * load_ * static_cast<double>(table.back()));
  const std::int64_t asked = policy.governor == "userspace" && policy.setspeed_khz > 0 ? policy.setspeed_khz : wanted;
  const std::int64_t entry = ceil_entry(table, std::clamp(asked, low, high));
  return entry <= high ? entry : floor_entry(table, high);
}

std::int64_t CpuComplex::clock_khz(std::size_t index) const {
  const Policy& policy = policies_[index];
  const std::int64_t khz = policy.frozen_khz > 0 ? policy.frozen_khz : governed_khz(policy);
  return halved_ ? khz / 2 : khz;
}

void CpuComplex::account(std::int64_t ns) {
  for (std::size_t i = 0; i < policies_.size(); ++i) {
    if (online_in(i) > 0) policies_[i].times.add(clock_khz(i), ns);
  }
  for (std::size_t cpu = 0; cpu < idle_.size(); ++cpu) {
    if (online_[cpu]) idle_[cpu].account((1 - load_) * static_cast<double>(ns));
  }
}

void CpuComplex::set_limits(std::int64_t min_khz, std::int64_t max_khz) {
  for (Policy& policy : policies_) {
    policy.limits.ask_min("0");  // 4.9 refuses a maximum below the minimum
    policy.limits.ask_max(std::to_string(max_khz));
    policy.limits.ask_min(std::to_string(min_khz));
    follow(policy);
  }
}

// Measured: 0 of 200 read-backs stale when idle; with busy cores 88 of 200, 95 % settled within 310 ms, all within 521
// ms.
std::int64_t CpuComplex::settle_delay_ns() {
  constexpr double kBusy = 0.5, kStaleShare = 0.44, kMeanMs = 140, kMaxMs = 521;
  std::uniform_real_distribution<double> uniform;
  if (!rules_.remembers_requests || load_ < kBusy || uniform(random_) >= kStaleShare) return 0;
  const double ms = std::exponential_distribution<double>(1 / kMeanMs)(random_);
  return static_cast<std::int64_t>(std::min(ms, kMaxMs) * kNsPerMs);
}

int CpuComplex::write_limit(Policy& policy, std::string_view text, int (CpufreqLimits::*ask)(std::string_view)) {
  if (const int error = (policy.limits.*ask)(text)) return error;
  update(policy);
  return 0;
}

void CpuComplex::update(Policy& policy) {
  if (policy.pending_ns == kNever) policy.pending_ns = now_ns_ + settle_delay_ns();
  if (policy.pending_ns <= now_ns_) follow(policy);
}

void CpuComplex::cool(std::size_t index, long long state) {
  Policy& policy = policies_[index];
  policy.cooling_state = state;
  policy.limits.cap(policy.limits.table().rbegin()[state]);
  update(policy);
}

std::string CpuComplex::governors() const {
  return board_.file.text("cpu.governors");
}

int CpuComplex::write_governor(Policy& policy, std::string_view text) {
  const std::string name(trim(text));
  const std::string known = governors();
  for (const std::string_view governor : split_blanks(known)) {
    if (governor != name) continue;
    policy.governor = name;
    policy.setspeed_khz = 0;
    return 0;
  }
  return EINVAL;
}

int CpuComplex::write_setspeed(Policy& policy, std::string_view text) {
  const auto value = parse_unsigned(text, rules_.strict_numbers);
  if (policy.governor != "userspace" || !value) return EINVAL;
  policy.setspeed_khz = std::max<std::int64_t>(*value, 1);
  return 0;
}

int CpuComplex::set_online(int cpu, std::string_view text) {
  const auto on = parse_switch(text, rules_.accepts_true);
  if (!on) return EINVAL;
  if (!*on && online(cpu) && online_count() == 1) return EBUSY;
  if (!faults_.has("stuck-online", std::to_string(cpu))) online_[static_cast<std::size_t>(cpu)] = *on;
  return 0;
}

}  // namespace wattline::jetsim
