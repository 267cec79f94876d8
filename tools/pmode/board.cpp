// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"
#include "platform/mode/software.hpp"
#include "pmode/pmode.hpp"
#include "pmode/rows.hpp"

namespace wattline::pmode {

namespace {

int run(const cli::RowOptions& options, cli::Context& context) {
  cli::RowStream stream(context, options, board_rows());
  for (const auto& [name, value] : platform::board_facts(platform::find_machine(context.root))) {
    stream.rows().text(name).text(io::or_na(value)).end_row();
  }
  return 0;
}

}  // namespace

cli::Subcommand board_subcommand() {
  return cli::subcommand("board", "Print the board's identity and software stack", cli::declare_rows, run);
}

}  // namespace wattline::pmode
