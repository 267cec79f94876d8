// SPDX-License-Identifier: Apache-2.0
// GPIO lines as marks in time, through libgpiod (version 1 or 2, chosen at build time). A line is named CHIP:LINE; CHIP
// is a name such as gpiochip0 or a label such as tegra234-gpio, LINE an offset or a name such as PQ.05.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "io/root.hpp"

namespace wattline::platform {

struct GpioLine;  // of the libgpiod in use

// An output that is low from the start. Throws unavailable when there is no such line or no libgpiod, try_later when
// another process holds it.
class GpioOutput {
 public:
  GpioOutput(const io::Root& root, const std::string& line, const std::string& consumer);
  ~GpioOutput();
  void set(bool high);

 private:
  std::unique_ptr<GpioLine> line_;
};

struct Edge {
  std::int64_t mono_ns = 0;  // the kernel's own timestamp
  bool rising = false;
};

// An input of which both edges are noted. Throws as GpioOutput does.
class GpioInput {
 public:
  GpioInput(const io::Root& root, const std::string& line, const std::string& consumer);
  ~GpioInput();
  int fd() const;
  // The next edge that waits; false when there is none.
  bool next(Edge& edge);

 private:
  std::unique_ptr<GpioLine> line_;
};

}  // namespace wattline::platform
