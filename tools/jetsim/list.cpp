// SPDX-License-Identifier: Apache-2.0
// jetsim list: list the boards that can be mounted.
#include "cli/option_types.hpp"
#include "io/row_table.hpp"
#include "jetsim/jetsim.hpp"
#include "jetsim/spec/board_spec.hpp"

namespace wattline::jetsim {

namespace {

struct Options {
  cli::RowOptions rows;
};

void declare(cli::App& app, Options& options) {
  cli::declare_rows(app, options.rows);
}

std::string release_of(const BoardSpec& board) {
  return "r" + std::to_string(board.l4t_major) + "." + board.l4t_revision;
}

std::size_t count_modes(const BoardSpec& board) {
  return static_cast<std::size_t>(board.cores()) * board.cpu_khz.size() * board.gpu_hz.size() * board.emc_hz.size();
}

const io::RowTable<BoardSpec>& board_rows() {
  static const io::RowTable<BoardSpec> table{
      "boards",
      {{{"board", "", 0, "name of the board, as given to --board"}, &BoardSpec::name},
       {{"model", "", 0, "name of the model in the device tree"},
        [](const BoardSpec& board) { return board.file.text("model"); }},
       {{"l4t", "", 0, "L4T release"}, release_of},
       {{"kernel", "", 0, "kernel release"}, &BoardSpec::kernel_release},
       {{"cores", "1", 0, "number of CPU cores"}, &BoardSpec::cores},
       {{"modes", "1", 0, "number of combinations of core count and clocks"}, count_modes}}};
  return table;
}

int list(const Options& options, cli::Context& context) {
  cli::RowStream stream(context, options.rows, board_rows().kind());
  for (const std::string& name : board_names()) board_rows().write(stream.rows(), BoardSpec(name));
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand list_subcommand() {
  return cli::subcommand("list", "List the boards that can be mounted", declare, list, {&board_rows().kind()});
}

}  // namespace wattline::jetsim
