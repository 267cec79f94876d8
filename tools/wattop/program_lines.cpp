// SPDX-License-Identifier: Apache-2.0
// The busiest programs, and what they add to the power of the board.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wattop/figures.hpp"
#include "wattop/page.hpp"

namespace wattline::wattop {

namespace {

constexpr std::size_t kShown = 7, kNameWidth = 24, kMattersMost = 4;

StyledLine program_line(const ProgramView& program) {
  StyledLine line;
  line.add(std::string(kLabelWidth, ' ') + fixed_width(program.name, kNameWidth));
  line.add(std::isnan(program.busy_cores) ? "      -" : figure(program.busy_cores, 2, 7));
  line.add(figure(program.power_w, 2, 8), Style::strong);
  return line.add(figure(program.low_w, 2, 8) + figure(program.high_w, 2, 8) + figure(program.share_pct, 0, 9));
}

}  // namespace

std::vector<StyledLine> program_lines(const BoardReadings& state, const PageLook& look) {
  const bool processes = look.unit == ProgramUnit::processes;
  const std::vector<ProgramView>& programs = processes ? state.processes : state.groups;
  if (!state.program_problem.empty()) return wrapped("programs", state.program_problem, look.width);
  std::vector<StyledLine> lines;
  lines.push_back(labelled("programs", Rank::part));
  if (programs.empty()) {
    lines.back().add(processes ? "NA" : "NA: no control groups here");
    return lines;
  }
  lines.back().add(fmt::format("{:<{}}{:>7}{:>8}{:>8}{:>8}{:>9}", processes ? "process group" : "control group",
                               kNameWidth, "cores", "W", "from", "to", "share %"),
                   Style::label);
  const std::size_t shown = std::min(kShown, programs.size());
  for (std::size_t i = 0; i < shown; ++i) {
    lines.push_back(program_line(programs[i]));
    lines.back().rank = i < kMattersMost ? Rank::part : Rank::detail;
  }
  return lines;
}

}  // namespace wattline::wattop
