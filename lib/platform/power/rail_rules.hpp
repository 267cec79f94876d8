// SPDX-License-Identifier: Apache-2.0
// Which rails of a board add up to its total, and which lie inside another.
#pragma once
#include <string>
#include <vector>

#include "platform/power/rail.hpp"

namespace wattline::platform {

// The board whose rule holds for these rails: `board` if it has one, else a board all of whose parts are among them, as
// in a container that hides the device tree. All boards with the same parts have the same rule. `board` when there is
// none.
std::string board_of_rule(const std::string& board, const Rails& rails);

// Gives every rail its scope and parent, and the board's rule for the total, or the reason why there is none. Rails
// without a rule are outside. On a board without a rule, rails keep the scope of their backend.
void apply_rail_rules(const std::string& board, Rails& rails);

// Ids of the boards that have a rule.
std::vector<std::string> boards_with_rules();
// A board whose total is this one rail; empty when there is none. All boards with such a rail have the same rule.
std::string board_with_input_rail(const std::string& rail);

// Names the rails by channel where images of the board swap their labels, and adds a note when it did.
void correct_labels(const std::string& board, Rails& rails);

}  // namespace wattline::platform
