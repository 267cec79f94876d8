// SPDX-License-Identifier: Apache-2.0
// Marks: instants that a signal, a line in a FIFO or an edge of a GPIO line names.
#pragma once
#include <memory>
#include <string>

#include "cli/sampling.hpp"
#include "platform/gpio/marker.hpp"

namespace wattline::powerlog {

struct MarkOptions {
  std::string out;       // rows go here
  std::string fifo;      // each line read from it is a mark; made when it does not exist
  std::string gpio;      // CHIP:LINE, input
  bool gate = false;     // the input starts (rising) and stops (falling) the log instead of marking it
  std::string gpio_out;  // CHIP:LINE, high from a mark to the next tick
};

class Marks {
 public:
  Marks(cli::Context& context, const MarkOptions& options);
  ~Marks();
  Marks(const Marks&) = delete;
  Marks& operator=(const Marks&) = delete;

  // With a gate: returns at the rising edge (true) or when a signal asks to stop (false).
  bool wait_for_gate();
  // From now on marks are noted while the loop waits.
  void attach(io::SamplingLoop& loop);
  // Lowers the output line.
  void tick();

 private:
  void add(const std::string& label, const char* origin, std::int64_t mono_ns);
  void read_fifo();
  void read_edges(io::SamplingLoop& loop);
  cli::Context& context_;
  MarkOptions options_;
  cli::SideFile rows_;
  io::Fd fifo_;
  bool made_fifo_ = false;
  std::string line_;  // of the FIFO, not yet complete
  std::unique_ptr<platform::GpioInput> input_;
  std::unique_ptr<platform::GpioOutput> output_;
  bool raised_ = false;
  int count_ = 0;
};

}  // namespace wattline::powerlog
