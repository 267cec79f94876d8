// SPDX-License-Identifier: Apache-2.0
#include "jetsim/board/emulated_machine.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/units.hpp"

namespace wattline::jetsim {

namespace {

// Silicon and heat sink as one thermal mass; its time constant is what makes power drift after a change of load.
constexpr double kAmbient = 30, kDegreesPerWatt = 0.62, kTimeConstant_s = 45;
constexpr std::int64_t kThermalStep_ns = 200'000'000, kRestStep_ns = 10'000'000'000;
constexpr std::int64_t kOverCurrent_ns = 100'000'000;  // from one over-current event to the next
constexpr double kPolls = 0.85;                        // of the thread that waits for the GPU
constexpr double kCpuVote = 0.5, kGpuVote = 0.35;
constexpr double kUnevenCores =
    2;  // a clock follows the busiest of its cores, which works more than they do in the mean

std::int64_t nearest(const std::vector<std::int64_t>& clocks, std::int64_t clock) {
  return *std::min_element(clocks.begin(), clocks.end(), [clock](std::int64_t a, std::int64_t b) {
    return std::llabs(a - clock) < std::llabs(b - clock);
  });
}

}  // namespace

double settled_celsius(double watts) {
  return kAmbient + kDegreesPerWatt * watts;
}

EmulatedMachine::EmulatedMachine(const EmulatedMachineOptions& chosen, Clock& its_clock)
    : options(chosen),
      board(chosen.board, chosen.boot),
      rules(kernel_rules(chosen.kernel.empty() ? board.generation : chosen.kernel)),
      clock(its_clock),
      cpu(board, rules, faults, chosen.seed),
      gpu(board, rules, faults),
      emc(board, rules, faults),
      load(chosen.load, board.cores()),
      power(board),
      ledger(board.rails.size(), its_clock.mono_ns()),
      accounts(board.rails.size(), ledger.start_ns()),
      now_ns_(ledger.start_ns()),
      busy_s_(static_cast<std::size_t>(board.cores())),
      idle_s_(static_cast<std::size_t>(board.cores())) {
  if (!options.boot.empty()) apply(board.mode(board.boot_mode));
  settle();
}

// As nvpmodel's service does at boot: clocks that the board does not have become the nearest ones that it has.
void EmulatedMachine::apply(const ModeSpec& mode) {
  for (std::size_t i = static_cast<std::size_t>(mode.cores); i < board.core_order.size(); ++i) {
    cpu.set_online(board.core_order[i], "0");
  }
  const auto min_khz = std::llround(board.file.number_or("nvpmodel.cpu_min", 0));
  if (mode.cpu_khz > 0) cpu.set_limits(nearest(board.cpu_khz, min_khz), nearest(board.cpu_khz, mode.cpu_khz));
  if (mode.gpu_hz > 0) gpu.ask_max(std::to_string(nearest(board.gpu_hz, mode.gpu_hz)));
  if (mode.emc_hz > 0) emc.ask_cap(std::to_string(mode.emc_hz));
}

Clocks EmulatedMachine::clocks() const {
  Clocks now;
  for (std::size_t policy = 0; policy < cpu.policies(); ++policy) {
    now.online.push_back(cpu.online_in(policy));
    now.cpu_khz.push_back(cpu.clock_khz(policy));
  }
  now.gpu_hz = gpu.clock_hz();
  now.gpu_units = board.gpu_units;
  now.emc_hz = emc.clock_hz();
  return now;
}

// Lets the governors see the load, and the power follow the clocks.
void EmulatedMachine::settle() {
  const Activity activity = load.now();
  const bool throttle = faults.has("throttle");
  for (; throttle && throttle_due_ns_ <= now_ns_; throttle_due_ns_ += kOverCurrent_ns) ++throttle_events_;
  cpu.halve_clocks(throttle);
  gpu.halve_clocks(throttle);
  // The busiest core sets the clock of its policy, and a thread that never rests visits all of them.
  const double spread = activity.cpu / std::max(cpu.online_count(), 1) * kUnevenCores,
               alone = activity.cpu - Activity{}.cpu, busiest = activity.gpu > 0 ? std::max(alone, kPolls) : alone;
  cpu.set_load(std::min(std::max(spread, busiest), 1.0));
  gpu.set_load(activity.gpu, activity.gpu_need);
  // A fast core and a fast GPU ask for bandwidth beside what they use, because they wait for the latency of the memory.
  emc.set_load(activity.mem + kCpuVote * std::max(busiest, 0.0) + kGpuVote * activity.gpu_need);
  if (activity.gpu > 0) gpu.set_used();
  cpu.advance(now_ns_);
  gpu.advance();
  emc.advance();
  const Clocks present = clocks();
  const auto watts_of = [&](const Activity& of) { return power.rails(power.consumers(present, of, celsius_)); };
  watts_ = watts_of(activity);
  accounts.settle(load, watts_, watts_of);
}

void EmulatedMachine::integrate(std::int64_t end_ns) {
  const double seconds = to_seconds(end_ns - now_ns_);
  ledger.add(end_ns, watts_);
  accounts.add(now_ns_, end_ns);
  load.account_cpu(seconds, cpu.online_count());
  cpu.account(end_ns - now_ns_);
  gpu.account(end_ns - now_ns_);
  const double rest = settled_celsius(power.total(watts_));
  celsius_ = rest + (celsius_ - rest) * std::exp(-seconds / kTimeConstant_s);
  const double share = std::min(load.now().cpu / std::max(cpu.online_count(), 1), 1.0);
  for (int core = 0; core < board.cores(); ++core) {
    if (!cpu.online(core)) continue;
    busy_s_[static_cast<std::size_t>(core)] += share * seconds;
    idle_s_[static_cast<std::size_t>(core)] += (1 - share) * seconds;
  }
  now_ns_ = end_ns;
}

std::int64_t EmulatedMachine::next_event(std::int64_t limit_ns) const {
  const double rest = settled_celsius(power.total(watts_));
  const std::int64_t step = std::abs(celsius_ - rest) < 0.1 ? kRestStep_ns : kThermalStep_ns;
  return std::max(now_ns_ + 1, std::min({limit_ns, cpu.next_event(), load.next_event(), now_ns_ + step}));
}

void EmulatedMachine::set_fault(const std::string& text) {
  faults.set(text);
  if (text.compare(0, 7, "outlier") == 0 || text.compare(0, 12, "slow-outlier") == 0) visits_ = 0;
  if (text == "throttle") throttle_due_ns_ = now_ns_;
  if (text.compare(0, 7, "meddle:") == 0) meddle_ns_ = now_ns_ + parse_duration_ns(text.substr(7));
  const std::size_t colon = text.find(':'), at = text.rfind('@');
  if (colon == std::string::npos || at == std::string::npos) return;
  fault_times_[text.substr(colon + 1)] = now_ns_ + parse_duration_ns(text.substr(at + 1));
}

BoardState EmulatedMachine::visit(bool new_run) {
  const Clocks present = clocks();
  if (new_run || present != visited_) ++visits_;
  visited_ = present;
  const std::string visit = std::to_string(visits_);
  Outlier outlier = faults.has("outlier", visit) ? Outlier::fast : Outlier::none;
  if (faults.has("slow-outlier", visit)) outlier = Outlier::slow;
  return {present, celsius_, outlier, faults.arguments("hang")};
}

std::int64_t EmulatedMachine::fault_time_ns(const std::string& argument) const {
  const auto found = fault_times_.find(argument);
  return found == fault_times_.end() ? ledger.start_ns() : found->second;
}

// A service that applies the saved mode again, as nvpmodel's unit does when a target is re-entered.
void EmulatedMachine::meddle() {
  for (const std::string& period : faults.arguments("meddle")) {
    if (now_ns_ < meddle_ns_) continue;
    const std::int64_t max_khz = board.mode(board.default_mode).cpu_khz;
    cpu.set_limits(std::llround(board.file.number_or("nvpmodel.cpu_min", 0)),
                   max_khz < 0 ? board.cpu_khz.back() : max_khz);
    meddle_ns_ = now_ns_ + parse_duration_ns(period);
  }
}

void EmulatedMachine::advance() {
  const std::int64_t target = clock.mono_ns();
  load.sample_host();
  settle();
  while (now_ns_ < target) {
    integrate(next_event(target));
    load.advance(now_ns_);
    meddle();
    settle();
  }
}

}  // namespace wattline::jetsim
