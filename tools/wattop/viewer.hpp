// SPDX-License-Identifier: Apache-2.0
// What the keys do, and what the screen shows then.
#pragma once
#include <optional>
#include <vector>

#include "wattop/board_model.hpp"
#include "wattop/page.hpp"

namespace wattline::wattop {

class Viewer {
 public:
  Viewer(BoardModel& model, const PageLook& look) : model_(model), look_(look) {}
  void press(int key);
  void resize(std::size_t width, std::size_t height);
  ProgramUnit unit() const { return look_.unit; }
  bool wants_to_quit() const { return quit_; }
  std::vector<StyledLine> lines() const { return page(frozen_ ? *frozen_ : model_.state(), look_); }

 private:
  void toggle_pause();
  BoardModel& model_;
  PageLook look_;
  std::optional<BoardReadings> frozen_;  // the screen is paused at it
  bool quit_ = false;
};

}  // namespace wattline::wattop
