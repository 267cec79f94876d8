// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/rows.hpp"

#include <cmath>

#include "io/mode_columns.hpp"

namespace wattline::pmpredict {

namespace {

const io::Column kSource{"source", "", 0, "source of the readings: measured, emulated or replayed"};

}  // namespace

std::optional<double> energy_sd(double energy, const Uncertain& time, const Uncertain& power) {
  if (!time.value || !time.sd || !power.value || !power.sd) return std::nullopt;
  return energy * std::hypot(*time.sd / *time.value, *power.sd / *power.value);
}

std::optional<double> PredictionRow::energy_j_sd() const {
  if (!energy_j) return std::nullopt;
  return energy_sd(*energy_j, {minibatch_ms, minibatch_ms_sd}, {power_w, power_w_sd});
}

const io::RowTable<DesignRow>& design_rows() {
  using R = DesignRow;
  static const io::RowTable<R> table{"space", {io::mode_fields<R>(&R::mode), io::mode_text<R>(&R::mode)}};
  return table;
}

const io::RowTable<ModelRow>& model_rows() {
  using R = ModelRow;
  static const io::RowTable<R> table{
      "model",
      {{{"record", "", 0, "kind of the record: model, device, parameter or reading"}, &R::record},
       {{"target", "", 0, "what the parameter predicts: time or power"}, &R::target},
       {{"name", "", 0, "name of the model or parameter"}, &R::name},
       {{"value", "1", 9, "value of the parameter; in the row model, the number of readings"}, &R::value},
       {{"sd", "1", 9, "posterior standard deviation of the parameter"}, &R::sd},
       {{"prior_mean", "1", 9, "prior mean of the parameter"}, &R::prior_mean},
       {{"prior_sd", "1", 9, "prior standard deviation of the parameter"}, &R::prior_sd},
       io::mode_fields<R>(&R::mode),
       {{"minibatch_ms", "ms", 6, "time of a minibatch in a reading"}, &R::minibatch_ms},
       {{"power_w", "W", 6, "power in a reading"}, &R::power_w},
       {{"time_weight", "1", 3,
         "how well the time of the reading fits: about 1.25; below 0.25 it contradicts the others"},
        &R::time_weight},
       {{"power_weight", "1", 3, "how well the power of the reading fits, on the same scale"}, &R::power_weight},
       {{"batch", "1", 0, "batch size of a reading, and the largest one in the row device"}, &R::batch},
       {{"minibatch_se_ms", "ms", 6, "standard error of minibatch_ms in a reading, if it is above the usual 2 %"},
        &R::minibatch_se_ms},
       {{"power_se_w", "W", 6, "standard error of power_w in a reading, if it is above the usual 1.2 %"},
        &R::power_se_w},
       {kSource, &R::source}}};
  return table;
}

const io::RowTable<PredictionRow>& prediction_rows() {
  using R = PredictionRow;
  static const io::RowTable<R> table{
      "prediction",
      {io::mode_fields<R>(&R::mode),
       {{"minibatch_ms", "ms", 4, "predicted time of a minibatch"}, &R::minibatch_ms},
       {{"power_w", "W", 4, "predicted board power"}, &R::power_w},
       {{"energy_j", "J", 6, "predicted energy of a minibatch"}, &R::energy_j},
       {{"minibatch_ms_sd", "ms", 4, "standard deviation of a future reading of minibatch_ms"}, &R::minibatch_ms_sd},
       {{"power_w_sd", "W", 4, "standard deviation of a future reading of power_w"}, &R::power_w_sd},
       {{"profiled", "1", 0, "1 = the mode was among the readings of the fit"}, &R::profiled},
       {{"energy_j_sd", "J", 6, "standard deviation of a future reading of the energy"}, &R::energy_j_sd},
       {{"extrapolates", "", 0, "settings outside of the range of the readings: cores,cpu,gpu,emc,batch; or none"},
        &R::extrapolates,
        io::or_na},
       {{"batch", "1", 0, "batch size, if the model or the input has one"}, &R::batch},
       {kSource, &R::source},
       io::mode_text<R>(&R::mode)}};
  return table;
}

const io::RowTable<ScoreRow>& score_rows() {
  using R = ScoreRow;
  static const io::RowTable<R> table{
      "score",
      {{{"target", "", 0, "time, power or energy"}, &R::target},
       {{"modes", "1", 0, "number of modes compared: those predicted and in FILE, but not used by the fit"}, &R::modes},
       {{"mape_pct", "%", 3, "mean absolute error"}, &R::mean_pct},
       {{"median_pct", "%", 3, "median absolute error"}, &R::median_pct},
       {{"p95_pct", "%", 3, "95th percentile of the absolute error"}, &R::p95_pct},
       {{"worst_pct", "%", 3, "largest absolute error"}, &R::worst_pct},
       {{"bias_pct", "%", 3, "mean signed error"}, &R::bias_pct},
       {kSource, &R::source}}};
  return table;
}

const io::RowTable<EpochPredictionRow>& epoch_rows() {
  using R = EpochPredictionRow;
  static const io::RowTable<R> table{"epoch prediction",
                                     {io::mode_fields<R>(&R::mode),
                                      {{"minibatches", "1", 0, "total number of minibatches"}, &R::minibatches},
                                      {{"epoch_s", "s", 3, "time of these minibatches"}, &R::epoch_s},
                                      {{"epoch_j", "J", 3, "energy of these minibatches"}, &R::epoch_j},
                                      {{"epoch_s_sd", "s", 3, "standard deviation of epoch_s"}, &R::epoch_s_sd},
                                      {{"epoch_j_sd", "J", 3, "standard deviation of epoch_j"}, &R::epoch_j_sd},
                                      {{"power_w", "W", 4, "mean power"}, &R::power_w},
                                      {kSource, &R::source},
                                      io::mode_text<R>(&R::mode)}};
  return table;
}

const io::RowTable<MatchRow>& match_rows() {
  using R = MatchRow;
  static const io::RowTable<R> table{
      "match",
      {{{"device", "", 0, "name of the device"}, &R::device},
       io::mode_fields<R>(&R::mode),
       {{"round_s", "s", 3, "time that the device needs for its minibatches"}, &R::round_s},
       {{"slack_s", "s", 3, "time from then to the end of the round; negative if the device is late"}, &R::slack_s},
       {{"round_j", "J", 3, "energy that the device needs for them"}, &R::round_j},
       {{"power_w", "W", 4, "mean power"}, &R::power_w},
       {{"verdict", "", 0, "in time or late"}, &R::verdict},
       {kSource, &R::source},
       io::mode_text<R>(&R::mode)}};
  return table;
}

const io::RowTable<PhasesRow>& phases_rows() {
  using R = PhasesRow;
  static const io::RowTable<R> table{
      "phases",
      {{{"modes", "", 0, "single = one mode for both phases, per-phase = the best mode for each"}, &R::modes},
       {{"batch", "1", 0, "batch size of the inference"}, &R::batch},
       {{"train_mode", "", 0, "mode of the training"}, &R::training, io::notation_of},
       {{"infer_mode", "", 0, "mode of the inference"}, &R::inference, io::notation_of},
       {{"train_per_s", "1/s", 4, "training minibatches per second"}, &R::training_per_s},
       {{"latency_max_ms", "ms", 4, "latency of the first request of a batch"}, &R::latency_ms},
       {{"train_power_w", "W", 4, "power of the training"}, &R::training_w},
       {{"infer_power_w", "W", 4, "power of the inference"}, &R::inference_w},
       {{"power_w", "W", 4, "mean power"}, &R::power_w},
       {{"gain_pct", "%", 3, "by how much the training is faster than with a single mode"}, &R::gain_pct},
       {kSource, &R::source}}};
  return table;
}

}  // namespace wattline::pmpredict
