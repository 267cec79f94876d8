// SPDX-License-Identifier: Apache-2.0
#include "platform/mode/knobs.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "base/enum_name.hpp"
#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "io/unread.hpp"
#include "platform/mode/clock_tolerance.hpp"

namespace wattline::platform {

namespace {

constexpr std::int64_t kPollNs = 10'000'000;
constexpr int kMinPolls = 3;  // however fast an emulated clock runs

bool is_near(std::int64_t value, std::int64_t wanted) {
  return std::fabs(static_cast<double>(value - wanted)) <= kClockTolerance * static_cast<double>(wanted);
}

std::string amount(const std::optional<std::int64_t>& value, const std::string& unit) {
  if (!value) return "unreadable";
  return std::to_string(*value) + (unit == "1" ? "" : " " + unit);
}

std::string mismatch(KnobReading& knob, const char* what, std::int64_t asked, const std::optional<std::int64_t>& seen) {
  knob.unknown = !seen;
  return "asked for " + amount(asked, knob.unit) + ", " + what + " " + amount(seen, knob.unit);
}

// A pinned clock runs at its limits; a capped one has the limits and runs at or below the upper one.
std::string clock_problem(KnobReading& knob, const ClockState& asked) {
  if (asked.max && knob.max != asked.max) return mismatch(knob, "its maximum is", *asked.max, knob.max);
  if (asked.min && knob.min != asked.min) return mismatch(knob, "its minimum is", *asked.min, knob.min);
  // The clock of a GPU that is powered down reads 0, so only its limits can be compared.
  if (!asked.max || (knob.knob == Knob::gpu && knob.current == 0)) return "";
  if (!knob.current) return mismatch(knob, "it runs at an", *asked.max, knob.current);
  const bool follows = is_near(*knob.current, *asked.max) || (!asked.pinned() && *knob.current < *asked.max);
  return follows ? "" : mismatch(knob, "runs at", *asked.max, knob.current);
}

void judge(KnobReading& knob, const ClockState* asked) {
  if (asked == nullptr || (!asked->min && !asked->max && asked->governor.empty())) return;
  knob.asked = asked->max;
  knob.problem = clock_problem(knob, *asked);
  if (knob.problem.empty() && !asked->governor.empty() && asked->governor != knob.governor) {
    knob.unknown = knob.governor.empty();
    knob.problem = "asked for governor " + asked->governor + ", " +
                   (knob.unknown ? "its governor is unreadable" : "it has " + knob.governor);
  }
  knob.verified = knob.problem.empty();
}

// A value of the knob; keeps why it could not be read.
std::optional<std::int64_t> read_value(const Machine& machine, const std::string& path, KnobReading& knob) {
  const auto read = io::try_int(machine.root.path(path));
  if (knob.error == 0) knob.error = read.error;
  return read.value;
}

KnobReading read_cores(const Machine& machine, const MachineState& asked) {
  KnobReading knob{Knob::cores, "cpu", "", "1", "hotplug"};
  const std::vector<int> online = online_cores(machine.root, machine.cpus);
  std::vector<int> sorted = online;
  std::sort(sorted.begin(), sorted.end());
  knob.cpus = format_cpu_list(sorted);
  knob.min = 1;
  knob.max = static_cast<std::int64_t>(machine.cpus.order.size());
  knob.current = static_cast<std::int64_t>(online.size());
  if (asked.online.empty()) return knob;
  std::vector<int> wanted = asked.online;
  std::sort(wanted.begin(), wanted.end());
  knob.asked = static_cast<std::int64_t>(wanted.size());
  if (wanted != sorted) knob.problem = "asked for cores " + format_cpu_list(wanted) + ", online are " + knob.cpus;
  knob.verified = knob.problem.empty();
  return knob;
}

KnobReading read_policy(const Machine& machine, const CpuPolicy& policy) {
  const io::Root& root = machine.root;
  KnobReading knob{Knob::cpu, policy.name, format_cpu_list(policy.cpus), "kHz", "cpufreq"};
  knob.min = read_value(machine, policy.file("scaling_min_freq"), knob);
  knob.max = read_value(machine, policy.file("scaling_max_freq"), knob);
  const auto clock = policy_clock(root, policy);
  knob.current = clock.value;
  if (knob.error == 0) knob.error = clock.error;
  knob.governor = io::read_text(root.path(policy.file("scaling_governor"))).value_or("");
  return knob;
}

KnobReading read_gpu(const Machine& machine, const Gpu& gpu) {
  const io::Root& root = machine.root;
  KnobReading knob{Knob::gpu, gpu.name, "", "Hz", "devfreq"};
  knob.min = read_value(machine, gpu.file("min_freq"), knob);
  knob.max = read_value(machine, gpu.file("max_freq"), knob);
  knob.current = read_value(machine, gpu.file("cur_freq"), knob);
  knob.governor = io::read_text(root.path(gpu.file("governor"))).value_or("");
  return knob;
}

std::string emc_problem(KnobReading& knob, const EmcState& seen, const EmcState& asked, std::int64_t rate) {
  if (asked.cap && asked.cap != seen.cap) return mismatch(knob, "its cap is", *asked.cap, seen.cap);
  if (asked.locked && asked.locked != seen.locked) {
    knob.unknown = !seen.locked;
    if (knob.unknown) return "its lock is unreadable";
    return *asked.locked != 0 ? "the clock was not locked" : "the clock was not unlocked";
  }
  const bool pinned = asked.locked.value_or(0) != 0;
  if (!knob.current) return pinned || !seen.cap ? mismatch(knob, "it runs at an", rate, knob.current) : "";
  const bool follows = is_near(*knob.current, rate) || (!pinned && *knob.current < rate);
  return follows ? "" : mismatch(knob, "runs at", rate, knob.current);
}

KnobReading read_emc_knob(const Machine& machine, const MachineState& asked) {
  const auto [seen, error] = try_emc(machine.root, machine.emc);
  KnobReading knob{Knob::emc, "emc", "", "Hz", machine.emc.mechanism()};
  knob.error = error;
  knob.current = seen.rate;
  knob.max = cap_rate(machine.emc, seen);
  if (seen.locked.value_or(0) != 0) knob.min = seen.rate;
  if (!asked.emc || (!asked.emc->cap && !asked.emc->locked)) return knob;
  const auto cap = cap_rate(machine.emc, *asked.emc);
  knob.asked = asked.emc->locked.value_or(0) != 0 ? asked.emc->rate : cap;
  if (!knob.asked) return knob;
  knob.problem = emc_problem(knob, seen, *asked.emc, *knob.asked);
  if (knob.problem.empty() && machine.emc.lock_hidden) {
    knob.unknown = true;
    knob.error = EACCES;
    knob.problem = "its lock is unreadable";
  }
  knob.verified = knob.problem.empty();
  return knob;
}

}  // namespace

const char* to_string(Knob knob) {
  return enum_name(knob, {"cores", "cpu", "gpu", "emc", "cpuidle", "fan", "service", "overcurrent", "setting"});
}

std::vector<KnobReading> read_knobs(const Machine& machine, const MachineState& asked) {
  std::vector<KnobReading> knobs{read_cores(machine, asked)};
  for (const CpuPolicy& policy : machine.cpus.policies) {
    const auto on = [&](int cpu) { return core_is_online(machine.root, cpu); };
    if (std::none_of(policy.cpus.begin(), policy.cpus.end(), on)) continue;
    const auto found = asked.policies.find(policy.name);
    knobs.push_back(read_policy(machine, policy));
    judge(knobs.back(), found == asked.policies.end() ? nullptr : &found->second);
  }
  if (machine.gpu) {
    knobs.push_back(read_gpu(machine, *machine.gpu));
    judge(knobs.back(), asked.gpu ? &*asked.gpu : nullptr);
  }
  if (machine.emc.exists()) knobs.push_back(read_emc_knob(machine, asked));
  for (KnobReading& knob : read_side_knobs(machine, asked)) knobs.push_back(std::move(knob));
  for (const MissingSetting& setting : asked.missing) {
    knobs.push_back({Knob::setting, setting.name, "", "1"});
    knobs.back().problem = setting.path + ": no such file";
  }
  return knobs;
}

bool all_follow(const std::vector<KnobReading>& knobs) {
  return std::all_of(knobs.begin(), knobs.end(), [](const KnobReading& knob) { return knob.problem.empty(); });
}

std::vector<KnobReading> settle(const Machine& machine, const MachineState& asked, Clock& clock, std::int64_t window_ns,
                                const std::function<bool()>& give_up) {
  const std::int64_t deadline = clock.mono_ns() + window_ns;
  for (int polls = 1;; ++polls) {
    io::UnreadScope unread;
    std::vector<KnobReading> knobs = read_knobs(machine, asked);
    const bool late = polls >= kMinPolls && clock.mono_ns() >= deadline;
    const bool follow = all_follow(knobs) && unread.is_empty();
    if (follow || late || (give_up && give_up())) return knobs;
    unread.forget();
    clock.wait_until(clock.mono_ns() + kPollNs, nullptr, 0);
  }
}

namespace {

// "4-5" -> "cpu4 cpu5"
std::string core_names(const std::string& list) {
  std::vector<std::string> names;
  for (const int cpu : parse_cpu_list(list).value_or(std::vector<int>{})) names.push_back("cpu" + std::to_string(cpu));
  return join(names, " ");
}

}  // namespace

std::string describe(const KnobReading& knob) {
  std::string name = knob.knob == Knob::cores ? "cores" : knob.object;
  if (knob.knob == Knob::cpu) name += " (" + core_names(knob.cpus) + ")";
  return name + ": " + knob.problem;
}

}  // namespace wattline::platform
