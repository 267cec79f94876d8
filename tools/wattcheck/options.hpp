// SPDX-License-Identifier: Apache-2.0
// The options of wattcheck.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "cli/row_stream.hpp"
#include "wattcheck/limits.hpp"

namespace wattline::wattcheck {

struct Options {
  cli::RowOptions rows;
  std::vector<std::string> files;
  LimitSet profile = LimitSet::paper;
  std::vector<std::string> require;  // rules that may not be unknown, besides those of the profile
  std::string rail = "TOTAL";
  std::optional<double> max_error_pct;  // in place of the profile's limit of error-bound
  bool allow_emulated = false;
  std::string baseline;  // verdict rows of an earlier run; empty = none
  double max_rise_pct = 10;
};

void declare(cli::App& app, Options& options);
// Throws a usage error for a missing file and for a rule that does not exist.
void check(const Options& options);

}  // namespace wattline::wattcheck
