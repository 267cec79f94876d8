// SPDX-License-Identifier: Apache-2.0
#if defined(WATTLINE_GPIOD) && WATTLINE_GPIOD == 1
#include <gpiod.h>

#include <cerrno>

#include "base/parse.hpp"
#include "base/units.hpp"
#include "platform/gpio/marker_line.hpp"

namespace wattline::platform {

// Closing the chip releases its lines.
struct GpioLine {
  ~GpioLine() {
    if (chip != nullptr) ::gpiod_chip_close(chip);
  }
  gpiod_chip* chip = nullptr;
  gpiod_line* line = nullptr;
};

namespace {

std::unique_ptr<GpioLine> open_line(const io::Root& root, const std::string& text) {
  const LineName name = parse_line_name(text);
  auto line = std::make_unique<GpioLine>();
  const bool below_root = !root.is_host();
  line->chip = below_root ? ::gpiod_chip_open(root.path("/dev/" + name.chip).c_str())
                          : ::gpiod_chip_open_lookup(name.chip.c_str());
  if (line->chip == nullptr) throw line_error(text, errno);
  const auto offset = to_int64(name.line);
  line->line = offset ? ::gpiod_chip_get_line(line->chip, static_cast<unsigned>(*offset))
                      : ::gpiod_chip_find_line(line->chip, name.line.c_str());
  if (line->line == nullptr) throw line_error(text, errno);
  return line;
}

}  // namespace

GpioOutput::GpioOutput(const io::Root& root, const std::string& line, const std::string& consumer)
    : line_(open_line(root, line)) {
  if (::gpiod_line_request_output(line_->line, consumer.c_str(), 0) != 0) throw line_error(line, errno);
}
GpioOutput::~GpioOutput() = default;

void GpioOutput::set(bool high) {
  ::gpiod_line_set_value(line_->line, high ? 1 : 0);
}

GpioInput::GpioInput(const io::Root& root, const std::string& line, const std::string& consumer)
    : line_(open_line(root, line)) {
  if (::gpiod_line_request_both_edges_events(line_->line, consumer.c_str()) != 0) throw line_error(line, errno);
}
GpioInput::~GpioInput() = default;

int GpioInput::fd() const {
  return ::gpiod_line_event_get_fd(line_->line);
}

bool GpioInput::next(Edge& edge) {
  const timespec at_once{};
  gpiod_line_event event{};
  if (::gpiod_line_event_wait(line_->line, &at_once) != 1) return false;
  if (::gpiod_line_event_read(line_->line, &event) != 0) return false;
  edge.mono_ns = edge_time_to_mono_ns(std::int64_t{event.ts.tv_sec} * kSecondNs + event.ts.tv_nsec);
  edge.rising = event.event_type == GPIOD_LINE_EVENT_RISING_EDGE;
  return true;
}

}  // namespace wattline::platform
#endif
