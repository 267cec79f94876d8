// SPDX-License-Identifier: Apache-2.0
// The result of a search in sentences.
#pragma once
#include <string>
#include <vector>

#include "model/explanation.hpp"
#include "model/search.hpp"

namespace wattline::pmsearch {

// The mode, and the batch size if the goal chooses it.
std::string name_of(const model::Mode& mode, const model::Goal& goal);
// What the answer is, in words.
std::string answer_in_words(const model::Mode& answer, const model::Outcome& outcome, const model::Goal& goal);
// What is said if no profiled mode keeps the limits.
std::string missed_limits(const model::Mode& closest, const model::Outcome& outcome, const model::Goal& goal);
// Which readings do not count, and why.
std::vector<std::string> sentences(const std::vector<model::IgnoredReading>& ignored, const model::Goal& goal);
// What the answer is, which limits and ends of ranges bind, which step may be worth a profile, and which mode is nearly
// as good and cheaper.
std::vector<std::string> sentences(const model::Explanation& explanation, const model::Goal& goal);

}  // namespace wattline::pmsearch
