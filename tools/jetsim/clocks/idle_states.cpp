// SPDX-License-Identifier: Apache-2.0
#include "jetsim/clocks/idle_states.hpp"

#include <cerrno>
#include <cmath>

#include "base/parse.hpp"
#include "base/units.hpp"

namespace wattline::jetsim {

namespace {

// Estimates: how long a stay lasts, and what an idle core spends in its deepest state.
constexpr double kShallowStay_us = 400, kDeepStay_us = 40'000, kDeepShare = 0.9, kNsPerUs = 1000;

// The generic drivers of arm64 below PSCI, and that of a PC.
std::string driver_name(const BoardSpec& board, const KernelRules& rules) {
  if (!board.is_jetson()) return "intel_idle";
  return rules.generation == "4.9" ? "arm_idle" : "psci_idle";
}

}  // namespace

IdleStates::IdleStates(const BoardSpec& board, const KernelRules& rules) : board_(board), rules_(rules) {
  const std::string names = board.file.text_or("cpu.idle", "");
  for (const std::string_view name : split_blanks(names)) states_.push_back({std::string(name)});
}

void IdleStates::account(double idle_ns) {
  if (states_.empty()) return;
  std::size_t deepest = states_.size() - 1;
  while (deepest > 0 && states_[deepest].disabled) --deepest;
  const double deep = deepest == 0 ? 0 : idle_ns * kDeepShare;
  states_[deepest].ns += deep;
  states_[0].ns += idle_ns - deep;
}

void IdleStates::add_state(Tree& tree, const std::string& base, std::size_t number) {
  State& state = states_[number];
  const bool shallow = number == 0;
  tree.constant(base + "name", state.name);
  tree.constant(base + "desc", state.name == "WFI" ? "ARM WFI" : state.name);
  tree.constant(base + "latency", shallow ? "1" : "2000");
  tree.constant(base + "residency", shallow ? "1" : "30000");
  tree.constant(base + "power", shallow ? "4294967295" : "0");
  tree.attribute(base + "time", integer([&state] { return std::llround(state.ns / kNsPerUs); }));
  tree.attribute(base + "usage", integer([&state, stay = shallow ? kShallowStay_us : kDeepStay_us] {
                   return std::llround(state.ns / kNsPerUs / stay);
                 }));
  tree.attribute(base + "disable", integer([&state] { return state.disabled ? 1 : 0; }),
                 [&state, strict = rules_.strict_numbers](std::string_view text) {
                   const auto value = parse_unsigned(text, strict);
                   if (!value) return EINVAL;
                   state.disabled = *value != 0;
                   return 0;
                 });
  if (rules_.generation == "4.9") return;
  for (const char* count : {"above", "below", "rejected"}) tree.constant(base + count, "0");
  tree.constant(base + "default_status", "enabled");
  if (shallow) return;
  for (const char* count : {"usage", "time"}) tree.constant(base + "s2idle/" + count, "0");  // nobody suspends here
}

void IdleStates::add_files(Tree& tree, const std::string& cpuidle) {
  for (std::size_t i = 0; i < states_.size(); ++i) add_state(tree, cpuidle + "/state" + std::to_string(i) + "/", i);
  if (!states_.empty() && board_.is_jetson()) tree.constant(cpuidle + "/driver/name", driver_name(board_, rules_));
}

void add_idle_driver(Tree& tree, const BoardSpec& board, const KernelRules& rules) {
  const std::string base = "/sys/devices/system/cpu/cpuidle/";
  if (board.file.text_or("cpu.idle", "").empty()) return;
  tree.constant(base + "current_driver", driver_name(board, rules));
  tree.constant(base + "current_governor_ro", "menu");
  if (rules.generation == "4.9") return;  // only with the kernel's argument cpuidle_sysfs_switch
  tree.constant(base + "available_governors", "menu ");
  tree.attribute(
      base + "current_governor",
      [](std::string& text) {
        text = "menu\n";
        return 0;
      },
      [](std::string_view text) { return trim(text) == "menu" ? 0 : EINVAL; });
}

}  // namespace wattline::jetsim
