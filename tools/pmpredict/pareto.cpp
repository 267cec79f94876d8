// SPDX-License-Identifier: Apache-2.0
#include "cli/option_types.hpp"
#include "model/pareto_front.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

enum class Cost { power, energy };

struct Options : TableOptions {
  Cost against = Cost::power;
  bool knee = false;
};

void declare(cli::App& app, Options& options) {
  cli::add_choice(app, "--against", options.against, {{"power", Cost::power}, {"energy", Cost::energy}},
                  "Second cost beside time");
  app.add_flag("--knee", options.knee, "Print only the knee of the front");
  declare_table(app, options);
}

int run(const Options& options, cli::Context& context) {
  cli::ProfileOptions asked = options.table;
  asked.beside = &prediction_rows().kind();
  const UsableRows usable = read_usable_rows(context, "-", asked);
  check_repeats(context, usable, "-");
  const std::vector<io::ProfileRow>& rows = usable.rows;
  std::vector<model::Costs> costs;
  for (const io::ProfileRow& row : rows) {
    costs.push_back({*row.minibatch_ms, options.against == Cost::power ? *row.power_w : energy_j(row)});
  }
  std::vector<std::size_t> chosen = model::pareto_front(costs);
  if (options.knee && !chosen.empty()) chosen = {model::knee(costs, chosen)};
  std::vector<PredictionRow> front;
  for (const std::size_t i : chosen) {
    const io::ProfileRow& row = rows[i];
    front.push_back({row.mode, row.minibatch_ms, row.power_w, energy_j(row), row.minibatch_ms_sd, row.power_w_sd,
                     row.profiled, row.extrapolates, row.batch, usable.source, row.carried});
  }
  return cli::print_rows(context, options.rows, with_carried(usable.carried, prediction_rows()), front);
}

}  // namespace

cli::Subcommand pareto_subcommand() {
  return cli::reading_subcommand("pareto", "Print the rows of stdin that no other row beats", declare, run);
}

}  // namespace wattline::pmpredict
