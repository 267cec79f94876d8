// SPDX-License-Identifier: Apache-2.0
// The verbs of pmode; each returns the exit status.
#pragma once
#include "platform/knobs.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

int get(const Options& options, cli::Context& context);
int list(const Options& options, cli::Context& context);
int axes(const Options& options, cli::Context& context);
int set(const Options& options, cli::Context& context);
int run_under(const Options& options, cli::Context& context);

// The rows of `get` and of `set -v`.
void print_knobs(cli::RowStream& stream, const std::vector<platform::KnobReading>& knobs, const char* source);

}  // namespace wattline::pmode
