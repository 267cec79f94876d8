// SPDX-License-Identifier: Apache-2.0
// A search: which mode to try next, and when to answer. Every policy is a function of the tries so far and has no
// state, so that a search can be driven from a shell loop, stopped and continued.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/goal.hpp"
#include "model/history.hpp"
#include "model/mode.hpp"
#include "model/space.hpp"

namespace wattline::model {

// How a search goes about it.
struct SearchRules {
  std::size_t max_profiles = 10;
  std::size_t earliest_stop = 10;  // never stop for a small gain before this many
  double min_gain = 0.001;  // expected gain, in log units of the objective, below which trying more is not worth it
  // Ignore readings that are probably faults (FaultCheck); repeat an answer that may be one or is near a limit, and
  // discard it if it cannot be repeated.
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
  bool ends() const { return kind == Kind::answer || kind == Kind::infeasible; }
};
// The word of the column `decision`.
const char* to_string(Decision::Kind kind);

// A mode that was not tried yet, named by a policy. No proposal: the policy has ended.
struct Proposal {
  std::size_t mode = 0;  // index in the space
  double gain = 0;
  bool start = false;
};
using Propose = std::optional<Proposal> (*)(const Space&, const Goal&, const SearchRules&, const History&);

std::optional<Proposal> propose_physics(const Space&, const Goal&, const SearchRules&, const History&);
// Multi-dimensional binary search (AutoCITE draft; the probed value is eliminated too).
std::optional<Proposal> propose_binary(const Space&, const Goal&, const SearchRules&, const History&);
// Gradient-based multi-dimensional search (AutoCITE draft).
std::optional<Proposal> propose_gradient(const Space&, const Goal&, const SearchRules&, const History&);
std::optional<Proposal> propose_random(const Space&, const Goal&, const SearchRules&, const History&);
// Proposes nothing, so that the search answers from what is known.
std::optional<Proposal> propose_nothing(const Space&, const Goal&, const SearchRules&, const History&);

enum class Policy { physics, binary, gradient, random, lookup };
Propose function_of(Policy policy);
// The published policies only look for the shortest time under a power budget.
bool supports(Policy policy, Objective objective);

Decision decide(const Space& space, const Goal& goal, const SearchRules& rules, Propose propose,
                const History& history);

// The best mode so far by the readings that decide() uses, with these combined.
std::optional<History::Best> best_so_far(const Space& space, const Goal& goal, const SearchRules& rules,
                                         const History& history);

// A reading that decide() does not use, and why: it is a fault with this chance, or it was to be repeated and could
// not.
struct IgnoredReading {
  Mode mode{};
  Outcome outcome;
  std::optional<double> chance;
};
// The tries with the readings that decide() uses, and the others.
struct UsedReadings {
  History history;
  std::vector<IgnoredReading> ignored;
};
UsedReadings used_readings(const Space& space, const Goal& goal, const SearchRules& rules, const History& history);
// Whether a mode should not be recommended on what was read of it: that may be a fault, or is near a limit.
bool is_doubtful(const Space& space, const Goal& goal, const SearchRules& rules, const History& used, const Mode& mode);

}  // namespace wattline::model
