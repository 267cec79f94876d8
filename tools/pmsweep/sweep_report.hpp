// SPDX-License-Identifier: Apache-2.0
// How the sweep went: OUT/summary.tsv, what is said on stderr, and the exit status.
#pragma once
#include "pmsweep/journal.hpp"
#include "pmsweep/pmsweep.hpp"

namespace wattline::pmsweep {

// `elapsed_s`: time of the board that this part of the sweep took.
int report(Journal& journal, const Options& options, double elapsed_s, cli::Context& context);

}  // namespace wattline::pmsweep
