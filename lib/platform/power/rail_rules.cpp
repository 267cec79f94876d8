// SPDX-License-Identifier: Apache-2.0
#include "platform/power/rail_rules.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "platform/board/boards.hpp"

namespace wattline::platform {

namespace {

Rail* find_rail(Rails& rails, const std::string& name) {
  const auto found =
      std::find_if(rails.list.begin(), rails.list.end(), [&](const Rail& rail) { return rail.name == name; });
  return found == rails.list.end() ? nullptr : &*found;
}

// Empty when every part is there, else the names of those that are not.
std::vector<std::string> apply_facts(const BoardFacts& board, Rails& rails) {
  for (Rail& rail : rails.list) rail.scope = Scope::outside;
  std::vector<std::string> missing;
  for (const BoardRail& known : board.rails) {
    Rail* rail = find_rail(rails, known.name);
    if (rail != nullptr) {
      rail->scope = known.is_nested() ? Scope::nested : Scope::part;
      rail->parent = known.parent;
    } else if (!known.is_nested()) {
      missing.push_back(known.name);
    }
  }
  return missing;
}

}  // namespace

std::vector<std::string> boards_with_rules() {
  std::vector<std::string> ids;
  for (const BoardFacts& board : boards()) {
    if (!board.rails.empty()) ids.push_back(board.id);
  }
  return ids;
}

std::string board_with_input_rail(const std::string& rail) {
  for (const BoardFacts& board : boards()) {
    if (board.input_rail() == rail) return board.id;
  }
  return "";
}

std::string board_with_rails(const std::vector<std::string>& rails) {
  const auto has = [&](const std::string& name) { return std::find(rails.begin(), rails.end(), name) != rails.end(); };
  for (const std::string& rail : rails) {
    const std::string board = board_with_input_rail(rail);
    if (!board.empty()) return board;
  }
  for (const BoardFacts& board : boards()) {
    const bool all =
        std::all_of(board.rails.begin(), board.rails.end(), [&](const BoardRail& r) { return has(r.name); });
    if (!board.rails.empty() && all) return board.id;
  }
  return "";
}

void apply_rail_rules(const std::string& board, Rails& rails) {
  if (rails.list.empty()) return;
  const BoardFacts& facts = facts_of(board);
  if (!facts.rails.empty()) {
    const auto missing = apply_facts(facts, rails);
    if (!missing.empty()) {
      rails.no_total = "no TOTAL: this board's rule needs " + join(missing, ", ") + ", not found";
      return;
    }
  }
  std::vector<std::string> parts;
  for (const Rail& rail : rails.list) {
    if (rail.scope == Scope::part) parts.push_back(rail.name);
  }
  rails.total_rule = join(parts, " + ");
}

void correct_labels(const std::string& board, Rails& rails) {
  const std::vector<std::string>& labels = facts_of(board).channel_labels;
  bool renamed = false;
  for (Rail& rail : rails.list) {
    if (std::find(labels.begin(), labels.end(), rail.name) == labels.end()) continue;
    if (rail.channel < 1 || rail.channel > static_cast<int>(labels.size())) continue;
    const std::string& name = labels[static_cast<std::size_t>(rail.channel) - 1];
    renamed = renamed || rail.name != name;
    rail.name = name;
  }
  if (renamed) rails.notes.push_back("this image swaps the labels of its rails: corrected by channel");
}

}  // namespace wattline::platform
