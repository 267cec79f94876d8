// SPDX-License-Identifier: Apache-2.0
#include "powerlog/list_rails.hpp"

#include "base/error.hpp"
#include "cli/sampling.hpp"
#include "powerlog/import_options.hpp"
#include "powerlog/rows.hpp"

namespace wattline::powerlog {

platform::Rails find_rails(platform::Board board, const RailChoice& choice, cli::Context& context) {
  if (!choice.board_id.empty()) board.id = choice.board_id;
  platform::Rails rails = platform::discover_rails(context.root, board);
  for (const std::string& note : rails.notes) context.note(note);
  if (rails.list.empty() && choice.no_sensor == NoSensor::warning) {
    context.note(board.name + ": no power sensor found; the command runs, and no power is logged");
  } else if (rails.list.empty()) {
    throw unavailable(board.name + ": no power sensor found under " + context.root.directory().string(),
                      "a Jetson has them in /sys/bus/i2c/drivers/ina3221 (or ina3221x), a PC in /sys/class/powercap; "
                      "`jetsim mount --board agx-orin DIR` and --root DIR emulate a board");
  }
  if (!rails.no_total.empty() && choice.total_wanted) context.warn(rails.no_total + board_advice(choice.board_id));
  return rails;
}

namespace {

void declare_rails(cli::App& app, cli::RowOptions& options) {
  cli::declare_rows(app, options);
  cli::declare_meta(app, options);
}

}  // namespace

int list_rails(const cli::RowOptions& options, cli::Context& context) {
  cli::check_meta(options);
  const platform::Board board = platform::detect_board(context.root);
  const platform::Rails rails = find_rails(board, {}, context);
  cli::RowStream stream(context, options, rail_rows().kind());
  for (const platform::Rail& rail : rails.list) {
    const platform::Reading reading = rail.read(context.clock.mono_ns());
    rail_rows().write(stream.rows(), {&rail, &reading, context.root.source()});
  }
  return to_int(ExitCode::ok);
}

cli::Subcommand rails_subcommand() {
  return cli::subcommand("rails", "List the rails with the resolution and window of their sensors", declare_rails,
                         list_rails, {&rail_rows().kind()});
}

}  // namespace wattline::powerlog
