// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/parse.hpp"
#include "cli/option_types.hpp"
#include "cli/profile_options.hpp"
#include "model/profile_import.hpp"
#include "pmpredict/model_file.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/size_options.hpp"
#include "pmpredict/usable_rows.hpp"

namespace wattline::pmpredict {

namespace {

struct Options {
  cli::RowOptions rows;
  cli::ProfileOptions table;
  std::string profiles;  // empty = stdin, or none if there is a network
  SizeOptions network;
  ModelKind model = ModelKind::physics;
  std::vector<std::string> priors;  // model files of reference workloads
  std::string modes;
  std::string axes;  // batch or empty
};

void declare(cli::App& app, Options& options) {
  app.add_option("PROFILES", options.profiles, "File of profile rows [stdin; with --network, none]");
  cli::add_choice(app, "--model", options.model, model_kinds(), "Kind of model");
  app.add_option("--prior", options.priors, "Model of a reference workload to start from (repeatable)")
      .allow_extra_args(false);
  app.add_option("--modes", options.modes, "Table of the device's modes, to learn its largest clocks from");
  app.add_option("--axes", options.axes, "Fit one model to all batch sizes: batch").check(cli::one_of({"batch"}));
  declare_size(app, options.network);
  cli::declare_profile_options(app, options.table);
  cli::declare_rows(app, options.rows);
}

model::DeviceLimits device_of(cli::Context& context, const Options& options,
                              const std::vector<model::ModeReading>& readings) {
  model::DeviceLimits device;
  for (const model::ModeReading& reading : readings) device.extend(reading.mode);
  if (options.modes.empty()) return device;
  constexpr auto kNeeds = io::ProfileNeeds::mode;
  const auto table = options.axes.empty() ? cli::read_one_batch(context, options.modes, kNeeds, options.table)
                                          : cli::read_table(context, options.modes, kNeeds, options.table);
  for (const model::Mode& mode : model::modes_of(table)) device.extend(model::without_batch(mode));
  return device;
}

model::Priors priors_of(const Options& options) {
  if (options.priors.empty()) return {};
  std::vector<model::Estimate> time, power;
  for (const std::string& path : options.priors) {
    const ModelFile file = read_model(path);
    if (file.kind != ModelKind::physics) throw data_error(path + ": a linear model cannot be a prior");
    if (file.readings.empty()) throw data_error(path + ": a model without readings cannot be a prior");
    time.push_back(file.time);
    power.push_back(file.power);
  }
  return model::reference_priors(time, power);
}

// A contradicting reading does little harm to the fit, but its mode should be profiled again.
void report_suspects(cli::Context& context, const model::WorkloadModel& model) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> shown;
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.readings().size(); ++i) {
    if (!model.suspect(i)) continue;
    const model::Mode& mode = model.readings()[i].mode;
    const auto batch = model::batch_of(mode);
    if (++count > kShown) continue;
    shown.push_back(to_string(model::to_power_mode(mode)) + (batch ? " (batch " + std::to_string(*batch) + ")" : ""));
  }
  if (count == 0) return;
  context.note(std::to_string(count) + " of " + std::to_string(model.readings().size()) +
               " readings contradict the others and should be profiled again: " + join(shown, ", ") +
               (count > kShown ? " ..." : ""));
}

// A column of another quantity, or a placeholder, is a likelier cause than a workload that no mode changes.
void report_constants(cli::Context& context, const std::vector<model::ModeReading>& readings) {
  constexpr std::size_t kEnough = 3;
  if (readings.size() < kEnough) return;
  const model::ModeReading& first = readings.front();
  const auto constant = [&](auto part) {
    return std::all_of(readings.begin(), readings.end(),
                       [&](const auto& reading) { return reading.*part == first.*part; });
  };
  const std::string all = "all " + std::to_string(readings.size()) + " modes have the same ";
  if (constant(&model::ModeReading::minibatch_ms)) context.note(all + "time: is minibatch_ms what was measured?");
  if (constant(&model::ModeReading::power_w)) context.note(all + "power: is power_w what was measured?");
}

// "-" is standard input.
std::string file_of_profiles(const Options& options) {
  return options.profiles.empty() ? "-" : options.profiles;
}

io::ProfileTable read_profiles(cli::Context& context, const Options& options) {
  constexpr auto kNeeds = io::ProfileNeeds::outcome;
  if (options.axes.empty()) return cli::read_one_batch(context, file_of_profiles(options), kNeeds, options.table);
  if (options.table.batch) throw usage_error("--axes batch cannot be combined with --batch");
  if (options.model == ModelKind::linear) throw usage_error("--axes batch requires the model physics");
  return cli::read_batches(context, file_of_profiles(options), kNeeds, options.table);
}

// Options that the model would ignore, and those that it lacks.
void check(const Options& options) {
  const SizeOptions& network = options.network;
  if (options.model == ModelKind::linear && !(options.priors.empty() && options.modes.empty() && network.file.empty()))
    throw usage_error("--model linear cannot be combined with --prior, --modes or --network");
  if (network.file.empty() && (network.inference || network.cuda_cores || !network.board.empty()))
    throw usage_error("--inference, --board and --cuda-cores require --network");
  if (network.file.empty()) return;
  if (!options.priors.empty() || !options.axes.empty())
    throw usage_error("--network cannot be combined with --prior or --axes");
  if (options.modes.empty())
    throw usage_error("--network requires --modes",
                      "give a table of the modes of the board, which has its highest clocks");
}

int fit_without_profiles(const Options& options, cli::Context& context) {
  const model::DeviceLimits device = device_of(context, options, {});
  const model::Priors priors = priors_of(options.network, options.table.batch, device.top, context);
  write_model(context, options.rows, model::WorkloadModel(device, {}, priors), "NA");
  return to_int(ExitCode::ok);
}

int run(const Options& options, cli::Context& context) {
  check(options);
  const bool sized = !options.network.file.empty();
  if (sized && options.profiles.empty()) return fit_without_profiles(options, context);
  const auto table = read_profiles(context, options);
  const auto readings = require_readings(context, table, file_of_profiles(options), options.table.keep_flagged);
  report_constants(context, readings);
  if (options.model == ModelKind::linear) {
    write_model(context, options.rows, readings, table.source);
    return to_int(ExitCode::ok);
  }
  require_one_program(table, file_of_profiles(options));
  const model::DeviceLimits device = device_of(context, options, readings);
  const model::Priors priors =
      sized ? priors_of(options.network, options.table.batch, device.top, context) : priors_of(options);
  const model::WorkloadModel model(device, readings, priors);
  report_suspects(context, model);
  write_model(context, options.rows, model, table.source);
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand fit_subcommand() {
  return cli::subcommand("fit", "Fit a model to profiles and print it", declare, run);
}

}  // namespace wattline::pmpredict
