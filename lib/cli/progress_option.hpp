// SPDX-License-Identifier: Apache-2.0
// --progress[=REGEX] of tools that read the progress bar of a command.
#pragma once
#include <string>

#include "cli/app.hpp"

namespace wattline::cli {

struct ProgressOption {
  bool given = false;
  std::string expression;  // of a counter of another form than 120/3125; empty = any
};

Option declare_progress(App& app, ProgressOption& progress, const std::string& help);
// What to do when the output has no such counter.
std::string no_counter_hint(const ProgressOption& progress);

}  // namespace wattline::cli
