// SPDX-License-Identifier: Apache-2.0
// design, fit and apply.
#include <algorithm>
#include <cmath>

#include "base/parse.hpp"
#include "io/rows.hpp"
#include "model/experimental_design.hpp"
#include "model/linear_model.hpp"
#include "model/profiles.hpp"
#include "pmpredict/model_file.hpp"
#include "pmpredict/verbs.hpp"

namespace wattline::pmpredict {

namespace {

using io::ProfileNeeds;
using model::Mode;

void write_mode(io::TsvWriter& row, const Mode& mode) {
  const PowerMode plain = model::to_power_mode(mode);
  row.integer(plain.cores).integer(plain.cpu_khz).integer(plain.gpu_hz).integer(plain.emc_hz);
}

const std::string& only_file(const Options& options) {
  static const std::string stdin_name = "-";
  if (options.files.size() > 1) throw usage_error(options.files[1] + ": one operand is enough");
  return options.files.empty() ? stdin_name : options.files.front();
}

model::Device device_of(cli::Context& context, const Options& options,
                        const std::vector<model::ModeReading>& readings) {
  model::Device device;
  for (const model::ModeReading& reading : readings) device.extend(reading.mode);
  if (options.modes.empty()) return device;
  const auto table = cli::read_one_batch(context, options.modes, ProfileNeeds::mode, options.table);
  for (const Mode& mode : model::modes_of(table)) device.extend(mode);
  return device;
}

struct Priors {
  model::Prior time = model::time_prior(), power = model::power_prior();
};

Priors priors_of(const Options& options) {
  Priors priors;
  if (options.priors.empty()) return priors;
  std::vector<model::Estimate> time, power;
  for (const std::string& path : options.priors) {
    const ModelFile file = read_model(path);
    if (file.name != "physics") throw data_error(path + ": a linear model is no prior");
    time.push_back(file.time);
    power.push_back(file.power);
  }
  priors.time = model::reference_prior(time, model::time_prior(), model::kTimeFloor);
  priors.time.sd[0] = model::time_prior().sd[0];  // the scale of another workload says nothing about this one's
  priors.power = model::reference_prior(power, model::power_prior(), model::kPowerFloor);
  return priors;
}

// A contradicting reading spoils little, but its mode should be read again.
void tell_suspects(cli::Context& context, const model::WorkloadModel& model) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> shown;
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.readings().size(); ++i) {
    if (!model.suspect(i)) continue;
    if (++count <= kShown) shown.push_back(to_string(model::to_power_mode(model.readings()[i].mode)));
  }
  if (count == 0) return;
  context.note(std::to_string(count) + " of " + std::to_string(model.readings().size()) +
               " readings contradict the others and should be read again: " + join(shown, ", ") +
               (count > kShown ? " ..." : ""));
}

struct PredictedRow {
  Mode mode{};
  std::optional<double> minibatch_ms, power_w, energy_j, minibatch_ms_sd, power_w_sd;
};

// Predictions and what they come from, as rows.
class PredictionRows {
 public:
  PredictionRows(cli::Context& context, const Options& options, const ModelFile& file)
      : stream_(context, options.rows, io::prediction_rows()), source_(file.source) {
    for (const model::ModeReading& reading : file.readings) profiled_.push_back(reading.mode);
    std::sort(profiled_.begin(), profiled_.end());
    stream_.rows().buffer(std::size_t{1} << 16);
  }

  void write(const PredictedRow& p) {
    io::TsvWriter& row = stream_.rows();
    write_mode(row, p.mode);
    row.number(p.minibatch_ms).number(p.power_w).number(p.energy_j).number(p.minibatch_ms_sd).number(p.power_w_sd);
    row.integer(std::binary_search(profiled_.begin(), profiled_.end(), p.mode) ? 1 : 0);
    row.text(source_).end_row();
  }
  void flush() { stream_.rows().flush(); }

 private:
  cli::RowStream stream_;
  std::string source_;
  std::vector<Mode> profiled_;
};

void apply_physics(PredictionRows& rows, const ModelFile& file, const std::vector<Mode>& modes) {
  model::Device device = file.device;
  for (const Mode& mode : modes) device.extend(mode);
  const model::WorkloadModel model(device, file.readings, file.time_prior, file.power_prior);
  const model::Prediction p = model.predict(modes);
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const auto k = Eigen::Index(i);
    const double ms = std::exp(p.log_ms[k]), watts = std::exp(p.log_w[k]);
    rows.write({modes[i], ms, watts, watts * ms * 1e-3, ms * p.log_ms_sd[k], watts * p.log_w_sd[k]});
  }
}

void apply_linear(PredictionRows& rows, const ModelFile& file, const std::vector<Mode>& modes) {
  const model::LinearModel model(file.readings);
  for (const Mode& mode : modes) {
    const model::LinearPrediction p = model.predict(mode);
    rows.write({mode, p.minibatch_ms, p.power_w, p.energy_j, p.minibatch_ms_sd, std::nullopt});
  }
}

}  // namespace

int design(const Options& options, cli::Context& context) {
  const auto table = cli::read_one_batch(context, options.modes, ProfileNeeds::mode, options.table);
  const model::Space space(model::modes_of(table));
  const auto chosen = model::design(space, options.count);
  if (chosen.size() < options.count) {
    context.note("the space has " + std::to_string(chosen.size()) + " modes, fewer than --count");
  }
  cli::RowStream stream(context, options.rows, io::space_rows());
  for (const Mode& mode : chosen) {
    write_mode(stream.rows(), mode);
    stream.rows().end_row();
  }
  return to_int(ExitCode::ok);
}

int fit(const Options& options, cli::Context& context) {
  if (options.model != "physics" && options.model != "linear") {
    throw usage_error("--model '" + options.model + "': unknown", "choose from: physics, linear");
  }
  const std::string& path = only_file(options);
  const auto table = cli::read_one_batch(context, path, ProfileNeeds::outcome, options.table);
  const auto readings = model::readings_of(table, options.table.keep_flagged);
  if (readings.empty())
    throw data_error((path == "-" ? "stdin" : path) + ": no row with a time and a power that is not flagged");
  if (options.model == "linear") {
    write_model(context, options.rows, readings, table.source);
    return to_int(ExitCode::ok);
  }
  const Priors priors = priors_of(options);
  const model::WorkloadModel model(device_of(context, options, readings), readings, priors.time, priors.power);
  tell_suspects(context, model);
  write_model(context, options.rows, model, table.source);
  return to_int(ExitCode::ok);
}

int apply(const Options& options, cli::Context& context) {
  const std::string& path = only_file(options);
  if (path == "-") throw usage_error("apply -: stdin holds the modes", "name the file of the model");
  const ModelFile file = read_model(path);
  const cli::TableOptions any{options.table.batch, true, true};
  const auto table = cli::read_one_batch(context, "-", ProfileNeeds::mode, any);
  const std::vector<Mode> modes = model::modes_of(table);
  PredictionRows rows(context, options, file);
  if (file.name == "linear") {
    apply_linear(rows, file, modes);
  } else {
    apply_physics(rows, file, modes);
  }
  rows.flush();
  return to_int(ExitCode::ok);
}

}  // namespace wattline::pmpredict
