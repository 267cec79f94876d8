// SPDX-License-Identifier: Apache-2.0
// The rows that pmpredict prints: one struct per kind, and the table that binds its values to columns.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/power_mode.hpp"
#include "io/row_table.hpp"
#include "io/training_rows.hpp"

namespace wattline::pmpredict {

// A value and its standard deviation, where they are known.
struct Uncertain {
  std::optional<double> value, sd;
};
// Standard deviation of an energy, which is a time times a power. The errors of the two are taken as independent, which
// overstates it: a minibatch that takes longer than predicted draws less power.
std::optional<double> energy_sd(double energy, const Uncertain& time, const Uncertain& power);

// A mode to profile.
struct DesignRow {
  PowerMode mode;
};
const io::RowTable<DesignRow>& design_rows();

// One row of a model file: a model, the device, a parameter or a reading. What does not apply is empty.
struct ModelRow {
  std::optional<std::string> record, target, name;
  std::optional<double> value, sd, prior_mean, prior_sd;
  PowerMode mode;
  std::optional<double> minibatch_ms, power_w, time_weight, power_weight;
  std::optional<std::int64_t> batch{};
  std::optional<double> minibatch_se_ms{}, power_se_w{};
  std::string source{};
};
const io::RowTable<ModelRow>& model_rows();

struct PredictionRow {
  PowerMode mode;
  std::optional<double> minibatch_ms, power_w, energy_j, minibatch_ms_sd, power_w_sd;
  std::optional<bool> profiled{};
  std::string extrapolates{};
  std::optional<std::int64_t> batch{};
  std::string source{};
  std::vector<std::string> carried{};
  std::optional<double> energy_j_sd() const;
};
const io::RowTable<PredictionRow>& prediction_rows();

// Errors of predictions of one quantity.
struct ScoreRow {
  std::string target;
  std::int64_t modes = 0;
  double mean_pct = 0, median_pct = 0, p95_pct = 0, worst_pct = 0, bias_pct = 0;
  std::string source{};
};
const io::RowTable<ScoreRow>& score_rows();

struct EpochPredictionRow {
  PowerMode mode;
  std::int64_t minibatches = 0;
  double epoch_s = 0, epoch_j = 0;
  std::optional<double> epoch_s_sd, epoch_j_sd;
  double power_w = 0;
  std::string source{};
  std::vector<std::string> carried{};
};
const io::RowTable<EpochPredictionRow>& epoch_rows();

// The columns of the table, and before `source` those of these names, which rows carry from the input.
template <class Row>
io::RowTable<Row> with_carried(const std::vector<std::string>& names, const io::RowTable<Row>& table) {
  std::vector<typename io::RowTable<Row>::Entry> entries;
  for (const auto& field : table.fields()) {
    for (std::size_t i = 0; field.column.name == "source" && i < names.size(); ++i) {
      entries.push_back(
          {io::carried_column(names[i]), [i](const Row& row) { return io::EscapedText{row.carried[i]}; }});
    }
    entries.push_back(std::vector{field});
  }
  return {table.kind().name, entries};
}

// The mode chosen for one device of a round.
struct MatchRow {
  std::string device;
  PowerMode mode;
  double round_s = 0, slack_s = 0, round_j = 0, power_w = 0;
  std::string source{};
  const char* verdict() const { return slack_s < 0 ? "late" : "in time"; }
};
const io::RowTable<MatchRow>& match_rows();

// Training between the batches of an inference, in one mode or in a mode for each.
struct PhasesRow {
  std::string modes;
  std::int64_t batch = 0;
  PowerMode training, inference;
  double training_per_s = 0, latency_ms = 0, training_w = 0, inference_w = 0, power_w = 0;
  std::optional<double> gain_pct;
  std::string source{};
};
const io::RowTable<PhasesRow>& phases_rows();

}  // namespace wattline::pmpredict
