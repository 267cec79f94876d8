// SPDX-License-Identifier: Apache-2.0
// The verbs of pmode; each returns the exit status.
#pragma once
#include "platform/mode/knobs.hpp"
#include "pmode/pmode.hpp"

namespace wattline::pmode {

int get(const Options& options, cli::Context& context);
int list(const Options& options, cli::Context& context);
int axes(const Options& options, cli::Context& context);
int set(const Options& options, cli::Context& context);
int run_under(const Options& options, cli::Context& context);
int hold(const Options& options, cli::Context& context);
int pin(const Options& options, cli::Context& context);
int unpin(const Options& options, cli::Context& context);
int save(const Options& options, cli::Context& context);
int restore(const Options& options, cli::Context& context);
int verify(const Options& options, cli::Context& context);
int watch(const Options& options, cli::Context& context);
int enumerate(const Options& options, cli::Context& context);
int export_mode(const Options& options, cli::Context& context);
int board(const Options& options, cli::Context& context);
int bench(const Options& options, cli::Context& context);

// The rows of `get` and of `set -v`: these readings, a row for each knob that the machine lacks, the services.
void print_knobs(cli::RowStream& stream, const platform::Machine& machine, std::vector<platform::KnobReading> knobs);

}  // namespace wattline::pmode
