// SPDX-License-Identifier: Apache-2.0
// The error that the user sees if CLI11 could not parse the arguments.
#pragma once
#include <optional>
#include <string>

#include "base/error.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace wattline::cli {

// What the tool, or the subcommand that was given, accepts.
struct Accepted {
  std::string program;        // "jetsim step": its --help lists the options
  bool rows = false;          // on standard input
  bool command = false;       // after --
  bool a_subcommand = false;  // one is required and none was given
};

// `error` is what `app` threw. The hint names the missing `<` of a file of rows, the missing `--` of a command, the
// existing subcommands, or else the help page.
Error usage_error_of(const CLI::ParseError& error, const CLI::App& app, const Accepted& accepted);

// `tool word --help`, where the tool requires a subcommand and has none of that name.
std::optional<Error> unknown_subcommand(const CLI::App& app, const Accepted& accepted);

}  // namespace wattline::cli
