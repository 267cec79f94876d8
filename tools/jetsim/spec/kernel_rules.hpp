// SPDX-License-Identifier: Apache-2.0
// What differs between kernel generations in the answers of cpufreq, CPU hotplug, devfreq and BPMP debugfs.
// Measured in a VM on 5.10, 6.1 and 6.12 and read in the sources of 4.9; tests/kernel/contract.tsv holds the list.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wattline::jetsim {

struct KernelRules {
  std::string generation;   // "5.10"
  bool remembers_requests;  // limits are requests to freq QoS; before, min > max is EINVAL
  bool limits_are_opps;     // cpufreq rounds shown limits to table entries
  bool dead_policy_busy;    // files of a policy without online cores: EBUSY, or readable and EINVAL on write
  bool strict_numbers;      // kstrtoul (whole text, base 0) instead of sscanf (leading digits)
  bool accepts_true;        // "true" and "false" switch a core, beside 0, 1, y, n, on, off
  bool empty_refused_read;  // a BPMP read that fails gives an empty text instead of an errno
  bool min_capped_by_max;   // a rounded-up min never exceeds the shown max
};

// Throws a usage error that lists the generations for an unknown one.
const KernelRules& kernel_rules(const std::string& generation);

// What the kernel's number parsers make of a written text; empty = EINVAL.
std::optional<std::int64_t> parse_unsigned(std::string_view text, bool strict);
std::optional<bool> parse_switch(std::string_view text, bool accepts_true);

// The table's neighbours of a value, at its ends clamped. Tables ascend.
std::int64_t floor_entry(const std::vector<std::int64_t>& table, std::int64_t value);
std::int64_t ceil_entry(const std::vector<std::int64_t>& table, std::int64_t value);

}  // namespace wattline::jetsim
