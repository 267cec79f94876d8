// SPDX-License-Identifier: Apache-2.0
// The report at the end of a sweep: OUT/summary.tsv, warnings and notes on stderr, and the exit status.
#pragma once
#include "pmsweep/journal.hpp"
#include "pmsweep/options.hpp"

namespace wattline::pmsweep {

// `elapsed_s`: how long this part of the sweep took, by the board's clock.
int report(Journal& journal, const Options& options, double elapsed_s, cli::Context& context);

}  // namespace wattline::pmsweep
