// SPDX-License-Identifier: Apache-2.0
#include "pmode/check.hpp"

#include <cmath>

#include "base/error.hpp"
#include "cli/option_types.hpp"
#include "io/tsv_reader.hpp"
#include "platform/mode/mode_of.hpp"
#include "pmode/mode_argument.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

using namespace platform;

namespace {

void declare(cli::App& app, CheckOptions& options) {
  options.mode.has_nearest = true;
  app.add_option("FILE", options.file, "Rows with the columns of enum or list; - is standard input").required();
  app.add_flag("--nearest", options.mode.nearest, "Round clocks far from a table entry to the nearest one");
  cli::declare_rows(app, options.rows);
}

std::optional<std::int64_t> clock_of(const io::TsvReader& reader, const char* stem, double hz_per_unit) {
  const auto clock = io::find_clock(reader, stem);
  const auto value = clock ? reader.number(clock->column) : std::nullopt;
  if (!value) return std::nullopt;
  return std::llround(*value * clock->hz_per_unit / hz_per_unit);
}

}  // namespace

int check_modes(const CheckOptions& options, cli::Context& context) {
  const Machine machine = machine_with_knobs(context.root);
  const ModeTables tables = mode_tables(machine);
  const PowerMode current = current_mode(machine);
  io::TsvReader reader(options.file);
  const std::size_t cores = reader.require("cores");
  const auto id = reader.find("id"), name = reader.find("name"), mode = reader.find("mode");
  const auto text = [&](const auto& column) {
    return column ? std::optional<std::string>(reader.field(*column)) : std::nullopt;
  };
  cli::RowStream stream(context, options.rows, mode_rows().kind());
  while (reader.next()) {
    const PowerMode values{reader.integer(cores), clock_of(reader, "cpu", 1e3), clock_of(reader, "gpu", 1),
                           clock_of(reader, "emc", 1)};
    const ModeRequest request = request_of_row(values, text(mode).value_or(""));
    mode_rows().write(stream.rows(), {text(id), text(name), mode_asked(request, tables, current, options.mode)});
  }
  return 0;
}

cli::Subcommand check_subcommand() {
  return cli::reading_subcommand("check", "Check that this board can set each mode of a list", declare, check_modes);
}

}  // namespace wattline::pmode
