// SPDX-License-Identifier: Apache-2.0
// The load of the machine during a run, in rows like those of loadlog: temperatures, over-current events, clocks.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/not_copyable.hpp"
#include "cli/context.hpp"
#include "platform/load/board_load.hpp"
#include "platform/load/cpu_load.hpp"

namespace wattline::pmsweep {

class LoadLog : NotCopyable {
 public:
  explicit LoadLog(cli::Context& context) : context_(context) {}

  // Rows go to this file from now on.
  void open(const std::string& path);
  void close();
  // Reads the machine, and writes a row while a file is open.
  const platform::LoadRow& look();

 private:
  void find_machine();

  cli::Context& context_;
  std::optional<platform::CpuLoad> cpu_;
  std::optional<platform::BoardLoad> board_;
  platform::LoadRow row_;
  std::unique_ptr<io::Output> file_;
  std::unique_ptr<io::TsvWriter> rows_;
};

}  // namespace wattline::pmsweep
