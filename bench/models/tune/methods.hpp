// SPDX-License-Identifier: Apache-2.0
// Other ways to find the mode of a job within a budget, for comparison with pmtune: each tries modes in windows of one
// length, and then holds the fastest of those that read within the budget.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/search.hpp"
#include "tables.hpp"

namespace wattline::bench {

struct Method {
  std::string name;
  double window_s;      // of a mode that is tried
  std::size_t windows;  // at most
  bool repeats_work;    // what is done while it searches does not count: the job starts when the answer is known
  // The next mode, by what was read; without one, the search ends.
  std::function<std::optional<model::Proposal>(const model::Space&, const model::Goal&, const model::SearchRules&,
                                               const model::History&)>
      propose;
  bool uses_budget;  // else a search serves all budgets
};

// All clocks at their maximum, without a search; random ones; pmsearch before the job; Bayesian optimization within the
// budget (PolyThrottle); the method of BoFL; and that of CORAL, reconstructed from its description.
std::vector<Method> other_methods();

}  // namespace wattline::bench
