// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"
#include "cli/profile_options.hpp"
#include "model/experimental_design.hpp"
#include "model/profile_import.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"

namespace wattline::pmpredict {

namespace {

struct Options {
  cli::RowOptions rows;
  cli::ProfileOptions table;
  std::string modes;
  std::size_t count = 10;
};

void declare(cli::App& app, Options& options) {
  app.add_option("--modes", options.modes, "Choose from the modes in FILE instead of stdin");
  app.add_option("--count", options.count, "Number of modes to choose").check(cli::positive()).capture_default_str();
  cli::declare_batch(app, options.table);
  cli::declare_rows(app, options.rows);
}

int run(const Options& options, cli::Context& context) {
  const auto table = cli::read_one_batch(context, options.modes, io::ProfileNeeds::mode, options.table);
  const auto chosen = model::design(model::Space(model::modes_of(table)), options.count);
  if (chosen.size() < options.count) {
    context.note("--count " + std::to_string(options.count) + ": there are only " + std::to_string(chosen.size()) +
                 " modes");
  }
  cli::RowStream stream(context, options.rows, design_rows().kind());
  for (const model::Mode& mode : chosen) design_rows().write(stream.rows(), {model::to_power_mode(mode)});
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand design_subcommand() {
  return cli::reading_subcommand("design", "Print the modes to profile", declare, run);
}

}  // namespace wattline::pmpredict
