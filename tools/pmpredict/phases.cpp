// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/option_types.hpp"
#include "io/source.hpp"
#include "model/phase_plan.hpp"
#include "model/profile_import.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

struct Options : TableOptions {
  std::string training, inference;
  std::optional<std::int64_t> inference_batch;
  model::PhaseGoal goal;
};

void declare(cli::App& app, Options& options) {
  app.add_option("--train", options.training, "Predictions or profiles of the training").required();
  app.add_option("--infer", options.inference, "Predictions or profiles of the inference, of one or more batch sizes")
      .required();
  app.add_option("--infer-batch", options.inference_batch, "Batch size of the inference [all that its rows have]")
      .check(cli::positive());
  app.add_option("--rate", options.goal.arrivals_per_s, "Inference requests per second")
      .required()
      .check(cli::positive());
  cli::add_milliseconds(app, "--latency", options.goal.latency_ms,
                        "Time limit of an inference request; a number without a unit is in milliseconds")
      .required();
  cli::add_milliseconds(app, "--switch", options.goal.change_ms, "Time that a change of the mode takes, likewise")
      .required();
  app.add_option("--budget", options.goal.power_w, "Power limit of each phase, in watts").check(cli::positive());
  declare_table(app, options);
}

struct Workload {
  std::vector<model::ModeReading> readings;
  std::string source;
};

Workload workload_of(const cli::Context& context, const io::ProfileTable& table, const std::string& path,
                     const Options& options) {
  return {require_readings(context, table, path, options.table.keep_flagged), table.source};
}

Workload read_training(const Options& options, cli::Context& context) {
  const auto table = cli::read_one_batch(context, options.training, io::ProfileNeeds::outcome, options.table);
  return workload_of(context, table, options.training, options);
}

Workload read_inference(const Options& options, cli::Context& context) {
  cli::ProfileOptions chosen = options.table;
  chosen.batch = options.inference_batch;
  chosen.batch_option = "--infer-batch";
  const auto table = cli::read_batches(context, options.inference, io::ProfileNeeds::outcome, chosen);
  return workload_of(context, table, options.inference, options);
}

std::string common_source(const Workload& training, const Workload& inference, const Options& options) {
  const std::string &one = training.source, &other = inference.source;
  if (io::sources_differ(one, other) && !options.table.allow_mixed) {
    throw data_error(options.training + " and " + options.inference + ": their rows have different sources",
                     "use --allow-mixed to accept them together");
  }
  return io::joined_source(one, other);
}

std::set<model::Mode> modes_of(const Workload& workload) {
  std::set<model::Mode> modes;
  for (const model::ModeReading& reading : workload.readings) modes.insert(model::without_batch(reading.mode));
  return modes;
}

// A table of fewer modes leaves fewer to choose a single one from, and the gain of a mode for each phase grows.
void warn_of_different_modes(const Workload& training, const Workload& inference, cli::Context& context) {
  const std::set<model::Mode> train = modes_of(training), infer = modes_of(inference);
  if (train == infer) return;
  const auto both = std::count_if(train.begin(), train.end(), [&](const auto& mode) { return infer.count(mode) > 0; });
  context.warn("the modes of the two tables differ (" + std::to_string(both) +
               " in common): gain_pct may be too large");
}

// The rest of the message that no modes keep the limits: without which of them some do.
std::string limits_in_the_way(const model::PhaseGoal& goal, const Workload& training, const Workload& inference) {
  const auto can_run = [&](const model::PhaseGoal& changed) {
    return model::best_phase_plans(changed, training.readings, inference.readings).per_phase.has_value();
  };
  model::PhaseGoal any_power = goal, any_latency = goal;
  any_power.power_w.reset();
  any_latency.latency_ms = std::numeric_limits<double>::infinity();
  model::PhaseGoal any = any_latency;
  any.power_w.reset();
  if (can_run(any_power)) return "; without --budget, some do";
  if (can_run(any_latency)) return "; without --latency, some do";
  if (can_run(any)) return "; without --budget and --latency, some do";
  return ": at this --rate, the inference leaves no time for a training minibatch";
}

PhasesRow row_of(const char* modes, const model::PhasePlan& plan) {
  PhasesRow row;
  row.modes = modes;
  row.batch = plan.inference[model::kBatch];
  row.training = model::to_power_mode(plan.training);
  row.inference = model::to_power_mode(plan.inference);
  row.training_per_s = plan.training_per_s;
  row.latency_ms = plan.latency_ms;
  row.training_w = plan.training_w;
  row.inference_w = plan.inference_w;
  row.power_w = plan.power_w;
  return row;
}

int run(const Options& options, cli::Context& context) {
  if (options.training == "-" && options.inference == "-") {
    throw usage_error("--train and --infer cannot both be stdin");
  }
  const Workload training = read_training(options, context), inference = read_inference(options, context);
  const std::string source = common_source(training, inference, options);
  warn_of_different_modes(training, inference, context);
  const auto [single, per_phase] = model::best_phase_plans(options.goal, training.readings, inference.readings);
  std::vector<PhasesRow> rows;
  if (single) rows.push_back(row_of("single", *single));
  if (per_phase) rows.push_back(row_of("per-phase", *per_phase));
  if (single) rows.back().gain_pct = 100 * (per_phase->training_per_s / single->training_per_s - 1);
  for (PhasesRow& row : rows) row.source = source;
  cli::print_rows(context, options.rows, phases_rows(), rows);
  if (rows.empty()) context.warn("no modes keep the limits" + limits_in_the_way(options.goal, training, inference));
  return to_int(rows.empty() ? ExitCode::partial : ExitCode::ok);
}

}  // namespace

cli::Subcommand phases_subcommand() {
  return cli::subcommand("phases", "Compare one mode for training and inference with a mode for each", declare, run);
}

}  // namespace wattline::pmpredict
