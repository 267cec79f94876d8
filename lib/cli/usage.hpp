// SPDX-License-Identifier: Apache-2.0
// How --help looks.
#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace wattline::cli {

// For `app` and the subcommands that it gets afterwards.
void format_help(CLI::App& app);

// Ends the usage line of `app` with [-- COMMAND ...].
void show_command_in_usage(CLI::App& app);

}  // namespace wattline::cli
