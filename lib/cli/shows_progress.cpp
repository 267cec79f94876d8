// SPDX-License-Identifier: Apache-2.0
#include "cli/shows_progress.hpp"

#include <unistd.h>

namespace wattline::cli {

bool shows_progress(const Context& context) {
  return context.verbosity > 0 || (context.verbosity == 0 && ::isatty(STDERR_FILENO) == 1);
}

}  // namespace wattline::cli
