// SPDX-License-Identifier: Apache-2.0
// However a run ends, its summary says so.
#pragma once
#include <functional>

#include "cli/tool.hpp"
#include "trainstep/incidents.hpp"

namespace wattline::trainstep {

struct Run {
  std::function<void()> work;
  std::function<bool()> has_rows;       // when it is over
  std::function<void()> write_summary;  // with the facts as they are then
};

// Status and reason of an error, of lack of memory (69) or of a signal (128 + N) into the facts; errors go on.
int run_to_its_end(const Run& run, cli::Context& context, RunFacts& facts, Incidents& incidents);

}  // namespace wattline::trainstep
