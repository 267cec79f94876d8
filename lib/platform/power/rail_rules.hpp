// SPDX-License-Identifier: Apache-2.0
// Which rails of a board add up to its total, and which lie inside another.
#pragma once
#include <string>
#include <vector>

#include "platform/power/rails.hpp"

namespace wattline::platform {

// Gives every rail its scope and parent, and the board's rule for the total. Rails without a rule stay outside.
void apply_rail_rules(const std::string& board, Rails& rails);

// The boards that rules are known of.
std::vector<std::string> boards_with_rules();

// Some Nano images swap the labels of the first two channels; channel 1 is the input whatever it is called
// (jetson_stats issue 51). Renames them and notes it.
void straighten_nano_labels(Rails& rails);

}  // namespace wattline::platform
