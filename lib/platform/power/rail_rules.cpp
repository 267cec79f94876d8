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

bool has_all_parts(const BoardFacts& board, const Rails& rails) {
  const auto is_there = [&](const BoardRail& known) {
    const auto has_name = [&](const Rail& rail) { return rail.name == known.name; };
    return known.is_nested() || std::any_of(rails.list.begin(), rails.list.end(), has_name);
  };
  return !board.rails.empty() && std::all_of(board.rails.begin(), board.rails.end(), is_there);
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

// What else the chips of a module measure lies inside the input of the whole module.
void put_inside(const std::string& input, Rails& rails) {
  for (Rail& rail : rails.list) {
    const bool of_module = rail.sensor.driver.empty() || rail.sensor.driver.compare(0, 7, "ina3221") == 0;
    if (rail.scope != Scope::outside || !of_module) continue;
    rail.scope = Scope::nested;
    rail.parent = input;
  }
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

std::string board_of_rule(const std::string& board, const Rails& rails) {
  if (!facts_of(board).rails.empty()) return board;
  for (const BoardFacts& known : boards()) {
    if (has_all_parts(known, rails)) return known.id;
  }
  return board;
}

void apply_rail_rules(const std::string& board, Rails& rails) {
  if (rails.list.empty()) return;
  const BoardFacts& facts = facts_of(board_of_rule(board, rails));
  if (!facts.rails.empty()) {
    const auto missing = apply_facts(facts, rails);
    if (facts.id != board && !facts.input_rail().empty()) put_inside(facts.input_rail(), rails);
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
  if (parts.empty()) {
    rails.no_total = "no TOTAL: these rails are not known to be the whole of a board";
  }
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
