// SPDX-License-Identifier: Apache-2.0
#include "jetsim/context_option.hpp"

#include "base/error.hpp"

namespace wattline::jetsim {

void declare_context(cli::App& app, int& context) {
  app.add_option("--context", context, "Tokens that a language model reads or has read [the workload's own]")
      .check(cli::between(1, 1'000'000));
}

void check_context(const Surface& surface, int context) {
  if (context > 0 && surface.context() == 0)
    throw usage_error("--context: " + surface.name() + " is not a language model", "leave it out");
}

}  // namespace wattline::jetsim
