// SPDX-License-Identifier: Apache-2.0
#include "pmpredict/rows.hpp"

#include "io/mode_columns.hpp"

namespace wattline::pmpredict {

namespace {

const io::Column kSource{"source", "", 0, "measured, emulated or replayed: of the readings behind the row"};

}  // namespace

const io::RowTable<DesignRow>& design_rows() {
  static const auto table = io::mode_row_table<DesignRow>("space", {}, &DesignRow::mode, {});
  return table;
}

const io::RowTable<ModelRow>& model_rows() {
  static const auto table = io::mode_row_table<ModelRow>(
      "model",
      {{{"record", "", 0, "model, device, parameter or reading"}, &ModelRow::record},
       {{"target", "", 0, "of a parameter: time or power"}, &ModelRow::target},
       {{"name", "", 0, "of a model or a parameter"}, &ModelRow::name},
       {{"value", "1", 9, "of a parameter"}, &ModelRow::value},
       {{"sd", "1", 9, "its posterior standard deviation"}, &ModelRow::sd},
       {{"prior_mean", "1", 9, "mean of its prior"}, &ModelRow::prior_mean},
       {{"prior_sd", "1", 9, "standard deviation of its prior"}, &ModelRow::prior_sd}},
      &ModelRow::mode,
      {{{"minibatch_ms", "ms", 6, "of a reading"}, &ModelRow::minibatch_ms},
       {{"power_w", "W", 6, "of a reading"}, &ModelRow::power_w},
       {{"time_weight", "1", 3, "how well the reading's time fits: about 1.25; below 0.25 it contradicts the others"},
        &ModelRow::time_weight},
       {{"power_weight", "1", 3, "the same for its power"}, &ModelRow::power_weight},
       {kSource, &ModelRow::source}});
  return table;
}

const io::RowTable<PredictionRow>& prediction_rows() {
  static const auto table = io::mode_row_table<PredictionRow>(
      "prediction", {}, &PredictionRow::mode,
      {{{"minibatch_ms", "ms", 4, "predicted time of a minibatch"}, &PredictionRow::minibatch_ms},
       {{"power_w", "W", 4, "predicted board power"}, &PredictionRow::power_w},
       {{"energy_j", "J", 6, "predicted energy of a minibatch"}, &PredictionRow::energy_j},
       {{"minibatch_ms_sd", "ms", 4, "standard deviation of a future reading of the time"},
        &PredictionRow::minibatch_ms_sd},
       {{"power_w_sd", "W", 4, "standard deviation of a future reading of the power"}, &PredictionRow::power_w_sd},
       {{"profiled", "1", 0, "1 = the mode was among the readings of the fit"}, &PredictionRow::profiled},
       {kSource, &PredictionRow::source}});
  return table;
}

const io::RowTable<ScoreRow>& score_rows() {
  static const io::RowTable<ScoreRow> table{
      "score",
      {{{"target", "", 0, "time, power or energy"}, &ScoreRow::target},
       {{"modes", "1", 0, "modes compared: predicted, in the truth, not in the fit"}, &ScoreRow::modes},
       {{"mape_pct", "%", 3, "mean absolute error"}, &ScoreRow::mean_pct},
       {{"median_pct", "%", 3, "median absolute error"}, &ScoreRow::median_pct},
       {{"p95_pct", "%", 3, "95th percentile of the absolute error"}, &ScoreRow::p95_pct},
       {{"worst_pct", "%", 3, "largest absolute error"}, &ScoreRow::worst_pct},
       {{"bias_pct", "%", 3, "mean error with its sign"}, &ScoreRow::bias_pct},
       {kSource, &ScoreRow::source}}};
  return table;
}

const io::RowTable<EpochRow>& epoch_rows() {
  static const auto table = io::mode_row_table<EpochRow>(
      "epoch prediction", {}, &EpochRow::mode,
      {{{"minibatches", "1", 0, "minibatches of all epochs together"}, &EpochRow::minibatches},
       {{"epoch_s", "s", 3, "their time"}, &EpochRow::epoch_s},
       {{"epoch_j", "J", 3, "their energy"}, &EpochRow::epoch_j},
       {{"epoch_s_sd", "s", 3, "standard deviation of the time"}, &EpochRow::epoch_s_sd},
       {{"epoch_j_sd", "J", 3, "standard deviation of the energy"}, &EpochRow::epoch_j_sd},
       {{"power_w", "W", 4, "mean power"}, &EpochRow::power_w},
       {kSource, &EpochRow::source}});
  return table;
}

const io::RowTable<MatchRow>& match_rows() {
  static const auto table = io::mode_row_table<MatchRow>(
      "match", {{{"device", "", 0, "name of the device"}, &MatchRow::device}}, &MatchRow::mode,
      {{{"round_s", "s", 3, "time of its part of the round"}, &MatchRow::round_s},
       {{"slack_s", "s", 3, "time left until the round ends; negative when late"}, &MatchRow::slack_s},
       {{"round_j", "J", 3, "energy of its part"}, &MatchRow::round_j},
       {{"power_w", "W", 4, "mean power"}, &MatchRow::power_w},
       {{"verdict", "", 0, "in time or late"}, &MatchRow::verdict},
       {kSource, &MatchRow::source}});
  return table;
}

}  // namespace wattline::pmpredict
