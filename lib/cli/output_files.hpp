// SPDX-License-Identifier: Apache-2.0
// Checks the files that a command line names for output. None may be a file that the same command reads, or another of
// its outputs, because opening a file for output destroys what is in it.
#pragma once

namespace CLI {
class App;
}

namespace wattline::cli {

// Throws a usage error if an output among the parsed options is also an input, standard input or another output.
void check_output_files(const CLI::App& parsed);

}  // namespace wattline::cli
