// SPDX-License-Identifier: Apache-2.0
// The terminal, through ncurses: lines are drawn, keys are read. Only terminal_screen.cpp includes ncurses.
#pragma once
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/not_copyable.hpp"
#include "io/fd.hpp"
#include "wattop/styled_line.hpp"

namespace wattline::wattop {

// One object per process at a time. The terminal is as it was when it is gone.
class TerminalScreen : NotCopyable {
 public:
  // Throws unavailable where standard input and output are no terminal that ncurses knows.
  TerminalScreen();
  ~TerminalScreen();
  // Readable when there are keys, or after the terminal got another size.
  static int key_fd();
  int resize_fd() const { return resized_.get(); }
  // The next key; empty when there is none.
  std::optional<int> key();
  // Whether the terminal is gone.
  static bool hung_up();
  // Columns and lines. Forgets that the size has changed.
  std::pair<std::size_t, std::size_t> size();
  void draw(const std::vector<StyledLine>& lines);

 private:
  io::Fd resized_;
};

}  // namespace wattline::wattop
