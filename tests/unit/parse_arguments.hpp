// SPDX-License-Identifier: Apache-2.0
// Parses arguments as a tool does.
#pragma once
#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "cli/app.hpp"

namespace wattline::test {

// Throws CLI::ParseError for wrong usage.
inline void parse_arguments(const std::function<void(cli::App&)>& declare, std::vector<std::string> arguments) {
  CLI::App parser;
  cli::App app(parser);
  declare(app);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  parser.parse(arguments);
}

}  // namespace wattline::test
