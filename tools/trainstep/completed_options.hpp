// SPDX-License-Identifier: Apache-2.0
// What the options of the command line say together.
#pragma once
#include "trainstep/options.hpp"

namespace wattline::trainstep {

// What one option says for several parts, and defaults that depend on the machine: the seed, the vocabulary, the limit
// of steps, the number of threads. Throws a usage error when options lack one that they require.
Options completed(Options options);

}  // namespace wattline::trainstep
