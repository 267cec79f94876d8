// SPDX-License-Identifier: Apache-2.0
// What happens beside training and inference, outside their timed stages: marks, a GPIO line, a command before each
// epoch or each change between the two, and measurements of the page cache.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "cli/tool.hpp"
#include "io/fifo.hpp"
#include "page_cache/residency.hpp"
#include "platform/gpio/marker.hpp"
#include "trainstep/run/interleave.hpp"
#include "trainstep/run/timed_loop.hpp"

namespace wattline::trainstep {

struct HookOptions {
  std::string marks;                         // a FIFO that takes a label per epoch or window
  std::string gpio;                          // CHIP:LINE, high during each step or inference
  std::string epoch_command, phase_command;  // shell lines
  std::string residency, residency_out;      // folder to measure, file for the rows
};

class Hooks {
 public:
  // With `append` the residency rows follow those in the file. Throws when a hook cannot work here.
  Hooks(cli::Context& context, Clock& clock, const HookOptions& options, bool append);

  void before_run();
  // The command sees the epoch's number as WATTLINE_EPOCH; its output goes to stderr. A status other than 0 ends the
  // run with it.
  void before_epoch(std::int64_t epoch);
  // Fills in resident_pct and the time of hooks around the epoch.
  void after_epoch(EpochRecord& epoch);
  void after_run();
  void attach(TimedLoop& loop);
  // The command before a change between inference and training sees WATTLINE_PHASE, infer or train.
  void attach(Interleave& loop);
  void after_window(const WindowRecord& window);
  // A run without epochs measures its residency once more.
  void after_inference_run();

 private:
  template <class Work>
  void timed(Work work);
  void mark(const std::string& label);
  struct Command {
    const char* option;
    std::string line, variable, before;  // `before` is what the error says it ran before
  };
  void run(const Command& command);
  std::optional<page_cache::ResidencyRow> measure_residency(const std::string& label);
  cli::Context& context_;
  Clock& clock_;
  HookOptions options_;
  std::optional<io::MarkWriter> marks_;
  std::optional<platform::GpioOutput> line_;
  std::optional<page_cache::CacheProbe> probe_;
  std::optional<cli::RowStream> residency_;
  std::int64_t spent_ns_ = 0;
};

}  // namespace wattline::trainstep
