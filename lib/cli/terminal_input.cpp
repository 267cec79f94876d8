// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal_input.hpp"

#include <unistd.h>

namespace wattline::cli {

void say_if_typed(const Context& context, const std::string& path, const std::string& what,
                  const std::string& instead) {
  const bool is_stdin = path.empty() || path == "-";
  if (is_stdin && ::isatty(STDIN_FILENO) == 1) {
    context.say("waits for " + what + " on the terminal, until Ctrl-D; " + instead);
  }
}

}  // namespace wattline::cli
