// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"
#include "platform/mode/machine.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

namespace {

void print_axis(io::TsvWriter& rows, const char* knob, const char* unit, const std::vector<std::int64_t>& values) {
  if (values.empty()) rows.text(knob).text(unit).missing().end_row();
  for (const std::int64_t value : values) rows.text(knob).text(unit).integer(value).end_row();
}

int run(const cli::RowOptions& options, cli::Context& context) {
  const ModeTables tables = platform::mode_tables(platform::machine_with_knobs(context.root));
  cli::RowStream stream(context, options, axis_rows());
  print_axis(stream.rows(), "cores", "1", tables.cores);
  print_axis(stream.rows(), "cpu", "kHz", tables.cpu_khz);
  print_axis(stream.rows(), "gpu", "Hz", tables.gpu_hz);
  print_axis(stream.rows(), "emc", "Hz", tables.emc_hz);
  return 0;
}

}  // namespace

cli::Subcommand axes_subcommand() {
  return cli::subcommand("axes", "Print the values that each knob can take", cli::declare_rows, run);
}

}  // namespace wattline::pmode
