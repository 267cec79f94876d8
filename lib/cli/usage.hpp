// SPDX-License-Identifier: Apache-2.0
// The usage line of --help.
#pragma once

namespace CLI {
class App;
}  // namespace CLI

namespace wattline::cli {

// Ends the usage line of `app` with [-- COMMAND ...].
void show_command_in_usage(CLI::App& app);

}  // namespace wattline::cli
