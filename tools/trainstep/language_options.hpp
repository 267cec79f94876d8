// SPDX-License-Identifier: Apache-2.0
// What the options of a language model must be, and are without a word.
#pragma once
#include "trainstep/options.hpp"

namespace wattline::trainstep {

// Completes the requests of a language model. Throws a usage error when the options do not fit together or the
// workload.
void complete_language(Options& options);

}  // namespace wattline::trainstep
