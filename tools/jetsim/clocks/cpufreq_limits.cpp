// SPDX-License-Identifier: Apache-2.0
#include "jetsim/clocks/cpufreq_limits.hpp"

#include <algorithm>
#include <cerrno>

namespace wattline::jetsim {

namespace {

// freq QoS keeps s32 values, which become unsigned again on their way to the policy.
std::int64_t through_s32(std::int64_t value) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value));
}

}  // namespace

CpufreqLimits::CpufreqLimits(const KernelRules& rules, std::vector<std::int64_t> table_khz)
    : rules_(rules),
      table_(std::move(table_khz)),
      asked_min_(table_.front()),
      asked_max_(table_.back()),
      cap_(table_.back()),
      min_(table_.front()),
      max_(table_.back()) {}

int CpufreqLimits::ask_min(std::string_view text) {
  return ask(text, asked_min_);
}
int CpufreqLimits::ask_max(std::string_view text) {
  return ask(text, asked_max_);
}

int CpufreqLimits::ask(std::string_view text, std::int64_t& request) {
  const auto value = parse_unsigned(text, rules_.strict_numbers);
  if (!value) return EINVAL;
  const std::int64_t before = request;
  request = through_s32(*value);
  if (rules_.remembers_requests) return 0;
  request = std::clamp(request, table_.front(), table_.back());
  if (asked_min_ <= asked_max_) return 0;
  request = before;  // cpufreq_set_policy() of 4.9
  return EINVAL;
}

void CpufreqLimits::apply() {
  max_ = std::clamp(std::min(asked_max_, cap_), table_.front(), table_.back());
  min_ = std::min(std::clamp(asked_min_, table_.front(), table_.back()), max_);
  if (!rules_.remembers_requests) return;
  if (!rules_.min_capped_by_max) raise_max_to_an_entry();
  if (!rules_.limits_are_opps) return;
  max_ = floor_entry(table_, max_);
  min_ = std::min(ceil_entry(table_, min_), max_);
}

// cpufreq_frequency_table_verify(): a range without entries is widened to the next larger one.
void CpufreqLimits::raise_max_to_an_entry() {
  if (floor_entry(table_, max_) < min_) max_ = ceil_entry(table_, max_);
}

}  // namespace wattline::jetsim
