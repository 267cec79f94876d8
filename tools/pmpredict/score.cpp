// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "cli/option_types.hpp"
#include "model/prediction_error.hpp"
#include "model/profile_import.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

struct Options : TableOptions {
  std::string truth;
};

void declare(cli::App& app, Options& options) {
  app.add_option("--truth", options.truth, "File of profile rows to compare with").required();
  declare_table(app, options);
}

struct Pairs {
  std::vector<model::Pair> time, power, energy;
};

// Modes that the model was fitted to are left out.
Pairs pairs_of(const io::ProfileTable& predicted, const std::vector<model::ModeReading>& truth) {
  std::map<model::Mode, model::ModeReading> observed;
  for (const model::ModeReading& reading : truth) observed[reading.mode] = reading;
  Pairs pairs;
  for (const io::ProfileRow& row : predicted.rows) {
    const auto found = observed.find(model::to_mode(row));
    if (row.profiled.value_or(false) || found == observed.end()) continue;
    const model::ModeReading& real = found->second;
    if (row.minibatch_ms) pairs.time.push_back({*row.minibatch_ms, real.minibatch_ms});
    if (row.power_w) pairs.power.push_back({*row.power_w, real.power_w});
    if (row.minibatch_ms && row.power_w) {
      pairs.energy.push_back({energy_j(row), real.minibatch_ms * real.power_w * 1e-3});
    }
  }
  return pairs;
}

int run(const Options& options, cli::Context& context) {
  constexpr auto kNeeds = io::ProfileNeeds::outcome;
  auto predicted = cli::read_table(context, "-", kNeeds, options.table);
  const auto batches = io::batches_of(predicted);
  cli::keep_one_batch(predicted, "-", options.table);
  // Profiles of another batch size than that of the predictions are no truth about them.
  cli::ProfileOptions of_truth = options.table;
  if (!of_truth.batch && batches.size() == 1) of_truth.batch = *batches.begin();
  const auto truth = cli::read_one_batch(context, options.truth, kNeeds, of_truth);
  const Pairs pairs = pairs_of(predicted, readings_of(context, truth, options.truth, options.table.keep_flagged));
  cli::RowStream stream(context, options.rows, score_rows().kind());
  const auto write = [&](const char* target, const std::vector<model::Pair>& of_target) {
    const model::Score s = model::score(of_target);
    score_rows().write(stream.rows(), {target, static_cast<std::int64_t>(s.count), s.mean_pct, s.median_pct, s.p95_pct,
                                       s.worst_pct, s.bias_pct, predicted.source});
  };
  write("time", pairs.time);
  write("power", pairs.power);
  write("energy", pairs.energy);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand score_subcommand() {
  return cli::reading_subcommand("score", "Compare the predictions on stdin with measured profiles", declare, run);
}

}  // namespace wattline::pmpredict
