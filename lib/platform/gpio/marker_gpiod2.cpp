// SPDX-License-Identifier: Apache-2.0
#if defined(WATTLINE_GPIOD) && WATTLINE_GPIOD == 2
#include <gpiod.h>

#include <cerrno>

#include "base/parse.hpp"
#include "io/attribute.hpp"
#include "platform/gpio/marker_line.hpp"

namespace wattline::platform {

namespace {

template <class T, void (*release)(T*)>
struct Releaser {
  void operator()(T* object) const { release(object); }
};
using Chip = std::unique_ptr<gpiod_chip, Releaser<gpiod_chip, gpiod_chip_close>>;
using ChipInfo = std::unique_ptr<gpiod_chip_info, Releaser<gpiod_chip_info, gpiod_chip_info_free>>;
using Settings = std::unique_ptr<gpiod_line_settings, Releaser<gpiod_line_settings, gpiod_line_settings_free>>;
using LineConfig = std::unique_ptr<gpiod_line_config, Releaser<gpiod_line_config, gpiod_line_config_free>>;
using RequestConfig = std::unique_ptr<gpiod_request_config, Releaser<gpiod_request_config, gpiod_request_config_free>>;
using Request = std::unique_ptr<gpiod_line_request, Releaser<gpiod_line_request, gpiod_line_request_release>>;
using Buffer =
    std::unique_ptr<gpiod_edge_event_buffer, Releaser<gpiod_edge_event_buffer, gpiod_edge_event_buffer_free>>;

bool has_label(gpiod_chip* chip, const std::string& label) {
  const ChipInfo info(::gpiod_chip_get_info(chip));
  return info && label == ::gpiod_chip_info_get_label(info.get());
}

// By name first, then by label: version 2 has no look-up of its own.
Chip open_chip(const io::Root& root, const std::string& name) {
  const auto devices = root.path("/dev");
  if (Chip chip{::gpiod_chip_open((devices / name).c_str())}) return chip;
  for (const std::string& entry : io::list_directory(devices)) {
    if (entry.compare(0, 8, "gpiochip") != 0) continue;
    Chip chip(::gpiod_chip_open((devices / entry).c_str()));
    if (chip && has_label(chip.get(), name)) return chip;
  }
  errno = ENOENT;
  return nullptr;
}

}  // namespace

struct GpioLine {
  Chip chip;
  Request request;
  Buffer events{::gpiod_edge_event_buffer_new(1)};
  unsigned offset = 0;
};

namespace {

std::unique_ptr<GpioLine> request_line(const io::Root& root, const std::string& text, const std::string& consumer,
                                       gpiod_line_direction direction) {
  const LineName name = parse_line_name(text);
  auto line = std::make_unique<GpioLine>();
  line->chip = open_chip(root, name.chip);
  if (!line->chip) throw line_error(text, errno);
  const auto number = to_int64(name.line);
  const int offset =
      number ? static_cast<int>(*number) : ::gpiod_chip_get_line_offset_from_name(line->chip.get(), name.line.c_str());
  if (offset < 0) throw line_error(text, errno);
  line->offset = static_cast<unsigned>(offset);
  const Settings settings(::gpiod_line_settings_new());
  const LineConfig lines(::gpiod_line_config_new());
  const RequestConfig request(::gpiod_request_config_new());
  ::gpiod_line_settings_set_direction(settings.get(), direction);
  if (direction == GPIOD_LINE_DIRECTION_INPUT) {
    ::gpiod_line_settings_set_edge_detection(settings.get(), GPIOD_LINE_EDGE_BOTH);
  }
  ::gpiod_line_config_add_line_settings(lines.get(), &line->offset, 1, settings.get());
  ::gpiod_request_config_set_consumer(request.get(), consumer.c_str());
  line->request.reset(::gpiod_chip_request_lines(line->chip.get(), request.get(), lines.get()));
  if (!line->request) throw line_error(text, errno);
  return line;
}

}  // namespace

GpioOutput::GpioOutput(const io::Root& root, const std::string& line, const std::string& consumer)
    : line_(request_line(root, line, consumer, GPIOD_LINE_DIRECTION_OUTPUT)) {}
GpioOutput::~GpioOutput() = default;

void GpioOutput::set(bool high) {
  ::gpiod_line_request_set_value(line_->request.get(), line_->offset,
                                 high ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

GpioInput::GpioInput(const io::Root& root, const std::string& line, const std::string& consumer)
    : line_(request_line(root, line, consumer, GPIOD_LINE_DIRECTION_INPUT)) {}
GpioInput::~GpioInput() = default;

int GpioInput::fd() const {
  return ::gpiod_line_request_get_fd(line_->request.get());
}

bool GpioInput::next(Edge& edge) {
  if (::gpiod_line_request_wait_edge_events(line_->request.get(), 0) != 1) return false;
  if (::gpiod_line_request_read_edge_events(line_->request.get(), line_->events.get(), 1) != 1) return false;
  gpiod_edge_event* event = ::gpiod_edge_event_buffer_get_event(line_->events.get(), 0);
  edge.mono_ns = edge_time_to_mono_ns(static_cast<std::int64_t>(::gpiod_edge_event_get_timestamp_ns(event)));
  edge.rising = ::gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  return true;
}

}  // namespace wattline::platform
#endif
