// SPDX-License-Identifier: Apache-2.0
#include "wattop/page.hpp"

#include <algorithm>

#include "wattop/figures.hpp"

namespace wattline::wattop {

namespace {

using Lines = std::vector<StyledLine>;

constexpr std::size_t kEventsShown = 5;

void append(Lines& lines, Lines more) {
  std::move(more.begin(), more.end(), std::back_inserter(lines));
}

StyledLine blank() {
  StyledLine line;
  line.rank = Rank::space;
  return line;
}

Lines event_lines(const BoardReadings& state) {
  Lines lines;
  if (state.events.empty()) lines.push_back(labelled("events", Rank::detail).add("none so far"));
  const std::size_t shown = std::min(kEventsShown, state.events.size());
  for (auto event = state.events.rbegin(); event != state.events.rbegin() + static_cast<std::ptrdiff_t>(shown);
       ++event) {
    lines.push_back(labelled(lines.empty() ? "events" : "", lines.empty() ? Rank::alarm : Rank::part));
    lines.back().add(clock_text(event->time_s) + " ").add(event->text, Style::high);
  }
  return lines;
}

StyledLine key_line(const PageLook& look) {
  const char* const order = look.order == RailOrder::board   ? "board"
                            : look.order == RailOrder::power ? "power"
                                                             : "name";
  StyledLine line;
  line.rank = Rank::always;
  return line.add(std::string("q quit  r reset energy  space ") + (look.paused ? "go on" : "pause") +
                      "  s sort: " + order + "  g groups  h help",
                  Style::title);
}

// Lines that matter less go first, the lowest of them before others.
void fit(Lines& lines, std::size_t height) {
  while (lines.size() > height) {
    const auto least = std::max_element(lines.rbegin(), lines.rend(),
                                        [](const StyledLine& a, const StyledLine& b) { return a.rank < b.rank; });
    if (least->rank == Rank::always) break;
    lines.erase(std::next(least).base());
  }
  if (lines.size() > height) lines.resize(height);
}

}  // namespace

// Where there is little room, the name of the board is cut off.
StyledLine title_line(const BoardReadings& state, const PageLook& look) {
  std::string facts = state.release.empty() ? "" : "  L4T " + state.release;
  if (!state.source.empty() && state.source != "measured") facts += "  " + state.source;
  const std::string time = std::string(" ") + (look.paused ? "paused " : "") + clock_text(state.time_s);
  StyledLine title;
  title.rank = Rank::always;
  title.add("wattop  " + (state.model.empty() ? "NA" : state.model), Style::title);
  const std::size_t taken = columns_of(facts) + columns_of(time);
  const std::size_t room = look.width - std::min(look.width, taken);
  title.cut(room);
  const std::size_t blanks = room - title.columns();
  return title.add(facts + std::string(blanks, ' ') + time, Style::title);
}

Lines head_lines(const BoardReadings& state, const PageLook& look) {
  StyledLine mode = labelled("mode", Rank::always);
  mode.add(state.mode.empty() ? "NA" : state.mode);
  if (state.pinned) mode.add(*state.pinned ? ", clocks pinned" : ", clocks vary with the load");
  return {title_line(state, look), mode};
}

Lines help_lines() {
  Lines lines;
  for (const char* text :
       {"q        quit", "r        count joules from now on", "space    pause the screen; rows are read on",
        "s        next order of the rails: the board's, by power, by name",
        "P N B    order by power, by name, the board's", "g        process groups, or control groups and containers",
        "h        this help; any key ends it"}) {
    lines.emplace_back().add(text);
  }
  return lines;
}

Lines page(const BoardReadings& state, const PageLook& look) {
  Lines lines = head_lines(state, look);
  if (look.help) {
    lines.push_back(blank());
    append(lines, help_lines());
  } else {
    lines.push_back(blank());
    append(lines, power_lines(state, look));
    lines.push_back(blank());
    append(lines, load_lines(state, look));
    append(lines, program_lines(state, look));
    append(lines, event_lines(state));
  }
  if (look.height > 0) fit(lines, look.height - (look.keys ? 1 : 0));
  if (look.keys) lines.push_back(key_line(look));
  for (StyledLine& line : lines) line.cut(look.width);
  return lines;
}

}  // namespace wattline::wattop
