// SPDX-License-Identifier: Apache-2.0
// The rails, with the total first: power, a bar, a minute of history, joules.
#include <algorithm>

#include "wattop/figures.hpp"
#include "wattop/page.hpp"

namespace wattline::wattop {

namespace {

constexpr std::size_t kPowerWidth = 9, kEnergyWidth = 12, kLeastName = 12, kMostName = 24, kLeastBar = 4;

bool is_total(const RailView& rail) {
  return rail.scope == "total";
}

std::vector<const RailView*> in_order(const BoardReadings& state, RailOrder order) {
  std::vector<const RailView*> rails;
  for (const RailView& rail : state.rails) rails.push_back(&rail);
  std::stable_sort(rails.begin(), rails.end(), [&](const RailView* a, const RailView* b) {
    if (is_total(*a) != is_total(*b)) return is_total(*a);
    if (order == RailOrder::power) return a->power_w().value_or(0) > b->power_w().value_or(0);
    return order == RailOrder::name && a->name < b->name;
  });
  return rails;
}

// What the columns of all rails share.
struct RailColumns {
  std::size_t name, bar, history;
  double most_w;
};

RailColumns columns_for(const BoardReadings& state, std::size_t width) {
  RailColumns columns{kLeastName, kLeastBar, 0, 0};
  for (const RailView& rail : state.rails) {
    columns.name = std::max(columns.name, std::min(kMostName, columns_of(rail.name)));
    for (const auto& reading : rail.history) columns.most_w = std::max(columns.most_w, reading.power_w.value_or(0));
  }
  constexpr std::size_t kRowBlanks = 4, kRowUnits = 2;
  const std::size_t taken = columns.name + kPowerWidth + kRowUnits + kEnergyWidth + kRowBlanks;
  const std::size_t left = width > taken ? width - taken : 0;
  columns.bar = left / 2;
  columns.history = left - columns.bar;
  return columns;
}

std::string energy_text(const RailView& rail) {
  const bool known = rail.energy.readings() > 1;
  return (known ? figure(rail.energy.energy_j(), 1, kEnergyWidth - 2) : figure(std::nullopt, 1, kEnergyWidth - 2)) +
         " J";
}

StyledLine rail_line(const RailView& rail, const RailColumns& columns, const PageLook& look) {
  StyledLine line;
  line.rank = is_total(rail) ? Rank::always : rail.scope == "part" ? Rank::part : Rank::detail;
  const double share = columns.most_w > 0 && rail.power_w() ? *rail.power_w() / columns.most_w : 0;
  line.add(fixed_width(rail.name, columns.name), Style::label);
  line.add(" " + figure(rail.power_w(), 2, kPowerWidth) + " W ", is_total(rail) ? Style::strong : Style::plain);
  line.add(bar(share, columns.bar, look.charset) + " ", Style::low);
  line.add(history_of(rail, columns.history, look.charset), Style::middle);
  return line.add(energy_text(rail));
}

StyledLine energy_line(const RailView& rail) {
  StyledLine line = labelled("energy", Rank::always);
  if (rail.energy.readings() < 2) return line.add("NA: two readings are needed");
  line.add(figure(rail.energy.energy_j(), 1) + " J", Style::strong);
  if (rail.facts.error_w) line.add(" +- " + figure(rail.energy.error_j(), 1));
  return line.add(" (" + rail.name + ") in " + duration_text(rail.energy.duration_s()));
}

}  // namespace

std::vector<StyledLine> power_lines(const BoardReadings& state, const PageLook& look) {
  std::vector<StyledLine> lines;
  if (!state.power_problem.empty()) lines = wrapped("power", state.power_problem, look.width);
  const RailColumns columns = columns_for(state, look.width);
  const auto rails = in_order(state, look.order);
  if (!rails.empty() && is_total(*rails.front())) lines.push_back(energy_line(*rails.front()));
  for (const RailView* rail : rails) lines.push_back(rail_line(*rail, columns, look));
  return lines;
}

}  // namespace wattline::wattop
