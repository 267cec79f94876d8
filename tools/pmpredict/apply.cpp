// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

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

void declare(CLI::App& app, Options& options) {
  app.add_option("MODEL", options.model, "File of the model, as fit prints it")->required();
  cli::declare_batch(app, options.table);
  cli::declare_rows(app, options.rows);
}

std::vector<PredictionRow> apply_physics(const ModelFile& file, const std::vector<Mode>& modes) {
  model::DeviceLimits device = file.device;
  for (const Mode& mode : modes) device.extend(mode);
  const model::WorkloadModel model(device, file.readings, file.time_prior, file.power_prior);
  const model::Prediction p = model::predict_within_bounds(model, modes);
  std::vector<PredictionRow> rows(modes.size());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto k = Eigen::Index(i);
    const double ms = std::exp(p.log_ms[k]), watts = std::exp(p.log_w[k]);
    rows[i] = {{}, ms, watts, watts * ms * 1e-3, ms * p.log_ms_sd[k], watts * p.log_w_sd[k]};
  }
  return rows;
}

std::vector<PredictionRow> apply_linear(const ModelFile& file, const std::vector<Mode>& modes) {
  const model::LinearModel model(file.readings);
  std::vector<PredictionRow> rows;
  for (const Mode& mode : modes) {
    const model::LinearPrediction p = model.predict(mode);
    rows.push_back({{}, p.minibatch_ms, p.power_w, p.energy_j, p.minibatch_ms_sd, std::nullopt});
  }
  return rows;
}

int run(const Options& options, cli::Context& context) {
  if (options.model == "-") throw usage_error("MODEL must be a file: stdin holds the modes");
  const ModelFile file = read_model(options.model);
  const cli::ProfileOptions any{options.table.batch, true, true};
  const std::vector<Mode> modes = model::modes_of(cli::read_one_batch(context, "-", io::ProfileNeeds::mode, any));
  auto rows = file.kind == ModelKind::linear ? apply_linear(file, modes) : apply_physics(file, modes);
  const model::ReadSettings read(file.readings);
  std::vector<Mode> profiled;
  for (const model::ModeReading& reading : file.readings) profiled.push_back(reading.mode);
  std::sort(profiled.begin(), profiled.end());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].mode = model::to_power_mode(modes[i]);
    rows[i].profiled = std::binary_search(profiled.begin(), profiled.end(), modes[i]);
    rows[i].extrapolates = read.outside(modes[i]);
    rows[i].source = file.source;
  }
  return cli::print_rows(context, options.rows, prediction_rows(), rows);
}

}  // namespace

cli::Subcommand apply_subcommand() {
  return cli::reading_subcommand("apply", "Predict time, power and energy of the modes on stdin", declare, run);
}

}  // namespace wattline::pmpredict
