// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"
#include "cli/profile_options.hpp"
#include "model/experimental_design.hpp"
#include "model/profile_import.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

struct Options {
  cli::RowOptions rows;
  cli::ProfileOptions table;
  cli::ProfileOptions known_table;
  std::string modes;
  std::string known;  // profiles, or empty
  std::size_t count = 10;
};

void declare(cli::App& app, Options& options) {
  app.add_option("--modes", options.modes, "Choose from the modes in FILE instead of stdin");
  app.add_option("--count", options.count, "Number of modes to choose").check(cli::positive()).capture_default_str();
  app.add_option("--known", options.known, "Choose what to profile beside the profiles in FILE");
  app.add_option("--batch", options.table.batch,
                 "Use the modes of this batch size; with --known, choose what to profile at this batch size")
      .check(cli::positive());
  app.add_option("--known-batch", options.known_table.batch,
                 "Use the profiles of FILE of this batch size, which is also that of rows without one")
      .check(cli::positive());
  cli::declare_rows(app, options.rows);
}

// At one batch size beside another, all modes and readings have theirs.
std::vector<model::Mode> beside_known(cli::Context& context, const Options& options, std::vector<model::Mode> modes) {
  constexpr auto kNeeds = io::ProfileNeeds::outcome;
  cli::ProfileOptions known = options.known_table;
  known.batch_option = "--known-batch";
  const auto profiles = options.table.batch ? cli::read_batches(context, options.known, kNeeds, known)
                                            : cli::read_one_batch(context, options.known, kNeeds, known);
  require_one_program(profiles, options.known);
  for (model::Mode& mode : modes) mode[model::kBatch] = options.table.batch.value_or(0);
  const auto readings = require_readings(context, profiles, options.known, false);
  return model::design_beside(model::Space(modes), readings, options.count);
}

int run(const Options& options, cli::Context& context) {
  if (options.known.empty() && options.known_table.batch) throw usage_error("--known-batch requires --known");
  if (options.known == "-") throw usage_error("--known must be a file: stdin holds the modes");
  const auto table = cli::read_one_batch(context, options.modes, io::ProfileNeeds::mode, options.table);
  const auto modes = model::modes_of(table);
  const auto chosen =
      options.known.empty() ? model::design(model::Space(modes), options.count) : beside_known(context, options, modes);
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
