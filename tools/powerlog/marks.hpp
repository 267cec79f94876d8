// SPDX-License-Identifier: Apache-2.0
// Marks: rows about instants that a signal, a line in a FIFO or an edge of a GPIO line names, between two rows for the
// start and the end of the log.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/not_copyable.hpp"
#include "cli/side_file.hpp"
#include "io/fd.hpp"
#include "platform/gpio/marker.hpp"
#include "powerlog/options.hpp"
#include "powerlog/output_lines.hpp"

namespace wattline::powerlog {

class Marks : NotCopyable {
 public:
  Marks(cli::Context& context, const MarkOptions& options);
  ~Marks();

  // With a gate: returns at the rising edge (true) or when a signal asks to stop (false).
  bool wait_for_gate();
  // What sees the command, for --mark-lines.
  cli::CommandWatch watch_command();
  // From now on marks are recorded while the loop waits.
  void attach(io::SamplingLoop& loop);
  // A sweep of all rails lasted from `before_ns` to `after_ns`. Lowers the output line.
  void tick(std::int64_t before_ns, std::int64_t after_ns);
  // The command has ended: marks of its last lines.
  void end_command();
  // The last row: the log ends with the last sweep.
  void finish();

 private:
  void add(const std::string& label, const char* origin, std::int64_t mono_ns);
  void write(const std::string& label, const char* origin, std::int64_t mono_ns);
  void read_output();
  void read_fifo();
  void read_edges(io::SamplingLoop& loop);
  cli::Context& context_;
  MarkOptions options_;
  cli::SideFile rows_;
  io::Fd fifo_;
  bool made_fifo_ = false;
  std::string line_;  // of the FIFO, not yet complete
  std::unique_ptr<OutputLines> output_lines_;
  std::unique_ptr<platform::GpioInput> input_;
  std::unique_ptr<platform::GpioOutput> output_;
  bool raised_ = false;
  int count_ = 0;
  int lines_ = 0;  // of the output that are marks, and the times of the first and the last
  std::int64_t first_line_ns_ = 0, last_line_ns_ = 0;
  std::optional<std::int64_t> last_row_ns_;
  std::int64_t last_sweep_ns_ = 0;
};

}  // namespace wattline::powerlog
