// SPDX-License-Identifier: Apache-2.0
#include "io/rows.hpp"
#include "platform/mode/software.hpp"
#include "pmode/verbs.hpp"

namespace wattline::pmode {

int board(const Options& options, cli::Context& context) {
  cli::RowStream stream(context, options.rows, io::board_rows());
  for (const auto& [name, value] : platform::board_facts(platform::find_machine(context.root))) {
    stream.rows().text(name).text(value.empty() ? "NA" : value).end_row();
  }
  return 0;
}

}  // namespace wattline::pmode
