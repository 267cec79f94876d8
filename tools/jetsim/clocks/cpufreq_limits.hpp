// SPDX-License-Identifier: Apache-2.0
// The limits of one cpufreq policy, by the rules of a kernel generation: what is asked and what is shown.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "jetsim/spec/kernel_rules.hpp"

namespace wattline::jetsim {

class CpufreqLimits {
 public:
  CpufreqLimits(const KernelRules& rules, std::vector<std::int64_t> table_khz);
  // A write(2) to scaling_min_freq or scaling_max_freq: 0 or an errno. Shown limits change in apply().
  int ask_min(std::string_view text);
  int ask_max(std::string_view text);
  // The thermal governor's request for a maximum.
  void cap(std::int64_t khz) { cap_ = khz; }
  // What the policy update makes of the requests (cpufreq_set_policy() and the drivers' verify step).
  void apply();

  std::int64_t min_khz() const { return min_; }
  std::int64_t max_khz() const { return max_; }
  const std::vector<std::int64_t>& table() const { return table_; }

 private:
  int ask(std::string_view text, std::int64_t& request);
  void raise_max_to_an_entry();
  const KernelRules& rules_;
  std::vector<std::int64_t> table_;
  std::int64_t asked_min_, asked_max_, cap_;
  std::int64_t min_, max_;
};

}  // namespace wattline::jetsim
