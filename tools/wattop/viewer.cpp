// SPDX-License-Identifier: Apache-2.0
#include "wattop/viewer.hpp"

namespace wattline::wattop {

namespace {

RailOrder after(RailOrder order) {
  switch (order) {
    case RailOrder::board:
      return RailOrder::power;
    case RailOrder::power:
      return RailOrder::name;
    case RailOrder::name:
      break;
  }
  return RailOrder::board;
}

}  // namespace

void Viewer::toggle_pause() {
  look_.paused = !look_.paused;
  if (look_.paused) {
    frozen_ = model_.state();
  } else {
    frozen_.reset();
  }
}

void Viewer::resize(std::size_t width, std::size_t height) {
  look_.width = width;
  look_.height = height;
}

void Viewer::press(int key) {
  const bool had_help = look_.help;
  look_.help = false;
  switch (key) {
    case 'q':
      quit_ = true;
      return;
    case 'r':
      return model_.reset_energy();
    case ' ':
      return toggle_pause();
    case 's':
      look_.order = after(look_.order);
      return;
    case 'P':
      look_.order = RailOrder::power;
      return;
    case 'N':
      look_.order = RailOrder::name;
      return;
    case 'B':
      look_.order = RailOrder::board;
      return;
    case 'g':
      look_.unit = look_.unit == ProgramUnit::processes ? ProgramUnit::groups : ProgramUnit::processes;
      return;
    case 'h':
    case '?':
      look_.help = !had_help;
      return;
    default:
      return;
  }
}

}  // namespace wattline::wattop
