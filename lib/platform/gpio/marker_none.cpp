// SPDX-License-Identifier: Apache-2.0
#ifndef WATTLINE_GPIOD
#include "platform/gpio/marker_line.hpp"

namespace wattline::platform {

struct GpioLine {};

namespace {

Error not_built(const std::string& line) {
  return unavailable("GPIO line " + parse_line_name(line).line + ": this build has no libgpiod",
                     "install libgpiod-dev and build again");
}

}  // namespace

GpioOutput::GpioOutput(const io::Root&, const std::string& line, const std::string&) {
  throw not_built(line);
}
GpioOutput::~GpioOutput() = default;
void GpioOutput::set(bool) {}
GpioInput::GpioInput(const io::Root&, const std::string& line, const std::string&) {
  throw not_built(line);
}
GpioInput::~GpioInput() = default;
int GpioInput::fd() const {
  return -1;
}
bool GpioInput::next(Edge&) {
  return false;
}

}  // namespace wattline::platform
#endif
