// SPDX-License-Identifier: Apache-2.0
// The list of all rules, and which of them each set of limits requires.
#pragma once
#include <string>
#include <vector>

#include "wattcheck/finding.hpp"
#include "wattcheck/limits.hpp"
#include "wattcheck/recorded_run.hpp"

namespace wattline::wattcheck {

struct Rule {
  const char* name;
  Finding (*judge)(const Run& run, const Limits& limits);
  bool required[kLimitSets];  // by mlperf, paper, quick: may not be unknown
};
const std::vector<Rule>& rules();

struct Judgement {
  const Rule* rule;
  bool required;
  Finding finding;
  // What fails is invalid, and so is what is required and unknown.
  bool valid() const { return finding.verdict == Verdict::pass || (finding.verdict == Verdict::unknown && !required); }
};

struct Demands {
  LimitSet limit_set = LimitSet::paper;
  std::vector<std::string> require{};  // rules besides those of the set
  Limits limits = limits_of(LimitSet::paper);
};

// One judgement per rule, in the order of rules().
std::vector<Judgement> judge(const Run& run, const Demands& demands);

}  // namespace wattline::wattcheck
