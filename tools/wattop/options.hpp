// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "cli/app.hpp"
#include "cli/context.hpp"
#include "wattop/board_readings.hpp"

namespace wattline::wattop {

struct Options {
  bool once = false, replay = false, ascii = false;
  std::vector<std::string> files;  // to replay
  std::int64_t interval_ns = 1'000'000'000;
  std::string disk;
  RailOrder order = RailOrder::board;
  ProgramUnit unit = ProgramUnit::processes;
};

void declare(cli::App& app, Options& options);
// Throws a usage error for options that do not go together, and for common options that a screen has no use for.
void check(const Options& options, const cli::Context& context);

}  // namespace wattline::wattop
