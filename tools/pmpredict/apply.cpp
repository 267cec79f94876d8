// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>

#include "cli/option_types.hpp"
#include "cli/profile_options.hpp"
#include "model/bounded_prediction.hpp"
#include "model/linear_model.hpp"
#include "model/profile_import.hpp"
#include "pmpredict/model_file.hpp"
#include "pmpredict/pmpredict.hpp"
#include "pmpredict/rows.hpp"

namespace wattline::pmpredict {

namespace {

using model::Mode;

struct Options {
  cli::RowOptions rows;
  cli::ProfileOptions table;
  std::string model;
};

void declare(cli::App& app, Options& options) {
  app.add_option("MODEL", options.model, "File of the model, as fit prints it").required();
  cli::declare_batch(app, options.table);
  cli::declare_rows(app, options.rows);
}

// The prediction for each mode of a list, by its index.
using Predict = std::function<PredictionRow(std::size_t)>;

Predict by_physics(const ModelFile& file, const std::vector<Mode>& modes) {
  model::DeviceLimits device = file.device;
  for (const Mode& mode : modes) device.extend(mode);
  if (file.priors.scale_known && device.top != file.device.top)
    throw data_error("a mode has higher clocks or more cores than those that the model was fitted for",
                     "fit it with a table of all modes of the board: --modes");
  const model::WorkloadModel model(device, file.readings, file.priors);
  return [p = model::predict_within_bounds(model, modes)](std::size_t i) -> PredictionRow {
    const auto k = Eigen::Index(i);
    const double ms = std::exp(p.log_ms[k]), watts = std::exp(p.log_w[k]);
    return {{}, ms, watts, watts * ms * 1e-3, ms * p.log_ms_sd[k], watts * p.log_w_sd[k]};
  };
}

Predict by_linear_model(const ModelFile& file, const std::vector<Mode>& modes) {
  return [model = model::LinearModel(file.readings), &modes](std::size_t i) -> PredictionRow {
    const model::LinearPrediction p = model.predict(modes[i]);
    return {{}, p.minibatch_ms, p.power_w, p.energy_j, p.minibatch_ms_sd, std::nullopt};
  };
}

// With their batch sizes, if the model is of several.
std::vector<Mode> read_modes(const Options& options, const ModelFile& file, cli::Context& context) {
  std::vector<Mode> modes;
  if (model::batch_of(file.device.top)) {
    return model::modes_of(cli::read_batches(context, "-", io::ProfileNeeds::mode, options.table));
  }
  for (const PowerMode& mode : cli::read_modes(context, options.table)) modes.push_back(model::to_mode(mode));
  return modes;
}

std::vector<Mode> profiled_modes(const ModelFile& file) {
  std::vector<Mode> modes;
  for (const model::ModeReading& reading : file.readings) modes.push_back(reading.mode);
  std::sort(modes.begin(), modes.end());
  return modes;
}

void print(io::TsvWriter& out, const ModelFile& file, const std::vector<Mode>& modes, const Predict& predict) {
  const std::vector<Mode> profiled = profiled_modes(file);
  const model::ReadSettings read(file.readings);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    PredictionRow row = predict(i);
    row.mode = model::to_power_mode(modes[i]);
    row.profiled = std::binary_search(profiled.begin(), profiled.end(), modes[i]);
    row.extrapolates = read.outside(modes[i]);
    row.batch = model::batch_of(modes[i]);
    row.source = file.source;
    prediction_rows().write(out, row);
  }
}

int run(const Options& options, cli::Context& context) {
  if (options.model == "-") throw usage_error("MODEL must be a file: stdin holds the modes");
  const ModelFile file = read_model(options.model);
  const std::vector<Mode> modes = read_modes(options, file, context);
  const Predict predict = file.kind == ModelKind::linear ? by_linear_model(file, modes) : by_physics(file, modes);
  cli::RowStream stream(context, options.rows, prediction_rows().kind());
  stream.rows().buffer(std::size_t{1} << 16);
  print(stream.rows(), file, modes, predict);
  stream.rows().flush();
  return to_int(ExitCode::ok);
}

}  // namespace

cli::Subcommand apply_subcommand() {
  return cli::reading_subcommand("apply", "Predict time, power and energy of the modes on stdin", declare, run);
}

}  // namespace wattline::pmpredict
