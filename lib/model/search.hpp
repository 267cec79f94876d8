// SPDX-License-Identifier: Apache-2.0
// Which mode to try next, and when to answer. Every policy is a function of what was tried so far: it holds no state,
// so that a search can be driven from a shell loop, stopped and taken up again.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/goal.hpp"
#include "model/history.hpp"
#include "model/space.hpp"

namespace wattline::model {

struct SearchRules {
  std::size_t max_profiles = 10;
  std::size_t earliest_stop = 10;  // never stop for a small gain before this many
  double min_gain = 0.001;  // expected gain, in log units of the objective, below which trying more is not worth it
  // Read again what is near a limit or hard to believe; believe nothing that cannot be repeated.
  bool guard = false;
  std::optional<double> power_cap_w;  // never try a mode that may draw more than this
  std::uint64_t seed = 1;             // of the policy `random`
};

struct Decision {
  enum class Kind { start, explore, recheck, answer, infeasible };
  Kind kind = Kind::infeasible;
  Mode mode{};        // to try, or the answer; when infeasible the mode that missed the limits by least
  double gain = 0;    // expected, in log units of the objective; 0 where a policy has no expectation
  bool known = true;  // false: infeasible and nothing was read
};

// A policy names a mode that was not tried yet; empty = it has ended.
struct Proposal {
  std::size_t mode = 0;  // index in the space
  double gain = 0;
  bool start = false;
};
using Policy = std::optional<Proposal> (*)(const Space&, const Goal&, const SearchRules&, const History&);

std::optional<Proposal> propose_physics(const Space&, const Goal&, const SearchRules&, const History&);
// Multi-dimensional binary search (AutoCITE draft; the probed value is eliminated too).
std::optional<Proposal> propose_binary(const Space&, const Goal&, const SearchRules&, const History&);
// Gradient-based multi-dimensional search (AutoCITE draft).
std::optional<Proposal> propose_gradient(const Space&, const Goal&, const SearchRules&, const History&);
std::optional<Proposal> propose_random(const Space&, const Goal&, const SearchRules&, const History&);
// Tries nothing: answers from what is known.
std::optional<Proposal> propose_nothing(const Space&, const Goal&, const SearchRules&, const History&);

// physics, bs, gmd, random or lookup; throws a usage error for another name, or when the policy does not know the goal.
Policy find_policy(const std::string& name, const Goal& goal);

Decision decide(const Space& space, const Goal& goal, const SearchRules& rules, Policy policy, const History& history);

}  // namespace wattline::model
