// SPDX-License-Identifier: Apache-2.0
// Rows about power modes that models and searches print.
#include "io/rows.hpp"

namespace wattline::io {

namespace {

const Column kSource{"source", "", 0, "measured, emulated or replayed: of the readings behind the row"};
const Column kCores{"cores", "1", 0, "online CPU cores"};
const Column kCpu{"cpu_khz", "kHz", 0, "CPU clock"};
const Column kGpu{"gpu_hz", "Hz", 0, "GPU clock"};
const Column kEmc{"emc_hz", "Hz", 0, "memory (EMC) clock"};
const Column kPredictedTime{"minibatch_ms", "ms", 4, "predicted time of a minibatch"};
const Column kPredictedPower{"power_w", "W", 4, "predicted board power"};
const Column kPredictedEnergy{"energy_j", "J", 6, "predicted energy of a minibatch"};

}  // namespace

const RowKind& space_rows() {
  static const RowKind kind{"space", {kCores, kCpu, kGpu, kEmc}};
  return kind;
}

const RowKind& prediction_rows() {
  static const RowKind kind{"prediction",
                            {kCores,
                             kCpu,
                             kGpu,
                             kEmc,
                             kPredictedTime,
                             kPredictedPower,
                             kPredictedEnergy,
                             {"minibatch_ms_sd", "ms", 4, "standard deviation of a future reading of the time"},
                             {"power_w_sd", "W", 4, "standard deviation of a future reading of the power"},
                             {"profiled", "1", 0, "1 = the mode was among the readings of the fit"},
                             kSource}};
  return kind;
}

const RowKind& search_rows() {
  static const RowKind kind{
      "search",
      {{"try", "1", 0, "profiles made so far"},
       kCores,
       kCpu,
       kGpu,
       kEmc,
       {"minibatch_ms", "ms", 4, "measured time of a minibatch; of the answer, all its readings combined"},
       {"power_w", "W", 4, "measured power, likewise"},
       {"decision", "", 0, "start, explore, recheck, failed; the last row: answer or infeasible"},
       {"best_ms", "ms", 4, "minibatch time of the best mode so far that keeps every limit"},
       {"expected_gain_pct", "%", 3, "what the policy expected of this try, in percent of the objective"},
       {"energy_j", "J", 6, "time times power"},
       {"batch", "1", 0, "inference batch size of the concurrent form"},
       {"infer_ms", "ms", 4, "time of an inference minibatch of the concurrent form"},
       kSource}};
  return kind;
}

const RowKind& model_rows() {
  static const RowKind kind{
      "model",
      {{"record", "", 0, "model, device, parameter or reading"},
       {"target", "", 0, "of a parameter: time or power"},
       {"name", "", 0, "of a model or a parameter"},
       {"value", "1", 9, "of a parameter"},
       {"sd", "1", 9, "its posterior standard deviation"},
       {"prior_mean", "1", 9, "what was believed before the first reading"},
       {"prior_sd", "1", 9, "how firmly"},
       kCores,
       kCpu,
       kGpu,
       kEmc,
       {"minibatch_ms", "ms", 6, "of a reading"},
       {"power_w", "W", 6, "of a reading"},
       {"time_weight", "1", 3, "how well the reading fits: about 1.25, or below 0.25 when it contradicts the others"},
       {"power_weight", "1", 3, "the same of its power"},
       kSource}};
  return kind;
}

const RowKind& score_rows() {
  static const RowKind kind{"score",
                            {{"target", "", 0, "time, power or energy"},
                             {"modes", "1", 0, "modes compared: predicted, in the truth, not in the fit"},
                             {"mape_pct", "%", 3, "mean absolute error"},
                             {"median_pct", "%", 3, "median absolute error"},
                             {"p95_pct", "%", 3, "95th percentile of the absolute error"},
                             {"worst_pct", "%", 3, "largest absolute error"},
                             {"bias_pct", "%", 3, "mean error with its sign"},
                             kSource}};
  return kind;
}

const RowKind& epoch_prediction_rows() {
  static const RowKind kind{"epoch prediction",
                            {kCores,
                             kCpu,
                             kGpu,
                             kEmc,
                             {"minibatches", "1", 0, "minibatches of all epochs together"},
                             {"epoch_s", "s", 3, "their time"},
                             {"epoch_j", "J", 3, "their energy"},
                             {"epoch_s_sd", "s", 3, "standard deviation of the time"},
                             {"epoch_j_sd", "J", 3, "standard deviation of the energy"},
                             {"power_w", "W", 4, "mean power"},
                             kSource}};
  return kind;
}

const RowKind& match_rows() {
  static const RowKind kind{"match",
                            {{"device", "", 0, "name of the device"},
                             kCores,
                             kCpu,
                             kGpu,
                             kEmc,
                             {"round_s", "s", 3, "time of its part of the round"},
                             {"slack_s", "s", 3, "time left until the round ends; negative when late"},
                             {"round_j", "J", 3, "energy of its part"},
                             {"power_w", "W", 4, "mean power"},
                             {"verdict", "", 0, "in time, or late"},
                             kSource}};
  return kind;
}

}  // namespace wattline::io
