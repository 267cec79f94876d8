// SPDX-License-Identifier: Apache-2.0
// The files that a command line names for output must be no file that it reads, and different from each other: to open
// one for writing would destroy what is in it.
#pragma once

namespace CLI {
class App;
}

namespace wattline::cli {

// Throws a usage error if an output of the parsed options is an input, too, or another output, or standard input.
void check_output_files(const CLI::App& parsed);

}  // namespace wattline::cli
