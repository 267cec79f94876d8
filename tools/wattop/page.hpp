// SPDX-License-Identifier: Apache-2.0
// A screen full of a board's state, as lines of text. Nothing in it depends on a terminal.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "wattop/bars.hpp"
#include "wattop/board_readings.hpp"
#include "wattop/styled_line.hpp"

namespace wattline::wattop {

struct PageLook {
  std::size_t width = 80;
  std::size_t height = 0;  // 0: as many lines as there are
  Charset charset = Charset::ascii;
  RailOrder order = RailOrder::board;
  ProgramUnit unit = ProgramUnit::processes;
  bool paused = false, help = false;
  bool keys = false;  // with a line of keys at the bottom
};

std::vector<StyledLine> page(const BoardReadings& state, const PageLook& look);
// The parts of it.
std::vector<StyledLine> head_lines(const BoardReadings& state, const PageLook& look);
std::vector<StyledLine> power_lines(const BoardReadings& state, const PageLook& look);
std::vector<StyledLine> load_lines(const BoardReadings& state, const PageLook& look);
std::vector<StyledLine> program_lines(const BoardReadings& state, const PageLook& look);
std::vector<StyledLine> help_lines();

}  // namespace wattline::wattop
