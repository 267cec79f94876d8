// SPDX-License-Identifier: Apache-2.0
#include "model/profile_import.hpp"

#include <algorithm>

#include "model/search.hpp"

namespace wattline::model {

namespace {

// Of the logarithm; 0 up to what is usual, which the models' own noise contains.
double error_of(const std::optional<double>& standard_error, double value, double usual) {
  constexpr double kNothing = 1;  // an error at which a reading says nothing
  const double error = standard_error.value_or(0) / value;
  return error > usual ? std::min(error, kNothing) : 0;
}
double time_error(const io::ProfileRow& row) {
  return error_of(row.minibatch_ms_se, *row.minibatch_ms, kTimeNoise);
}
double power_error(const io::ProfileRow& row) {
  return error_of(row.power_w_se, *row.power_w, kPowerNoise);
}

bool ends_search(const io::ProfileRow& row) {
  return row.decision == to_string(Decision::Kind::answer) || row.decision == to_string(Decision::Kind::infeasible);
}

}  // namespace

Mode to_mode(const io::ProfileRow& row) {
  return to_mode(row.mode, row.batch);
}

std::vector<Mode> modes_of(const io::ProfileTable& table) {
  std::vector<Mode> modes;
  modes.reserve(table.rows.size());
  for (const io::ProfileRow& row : table.rows) modes.push_back(to_mode(row));
  return modes;
}

ModeReading to_reading(const io::ProfileRow& row) {
  return {to_mode(row), *row.minibatch_ms, *row.power_w, time_error(row), power_error(row)};
}

std::vector<ModeReading> readings_of(const io::ProfileTable& table, bool keep_flagged) {
  std::vector<ModeReading> readings;
  for (const io::ProfileRow& row : table.rows) {
    if (ends_search(row) || !row.minibatch_ms || !row.power_w || !(row.good || keep_flagged)) continue;
    readings.push_back(to_reading(row));
  }
  return readings;
}

namespace {

// Of the kind that is limited; 0 if none is.
std::optional<double> latency_of(const io::ProfileRow& row, LatencyKind kind) {
  switch (kind) {
    case LatencyKind::p50:
      return row.latency_p50_ms;
    case LatencyKind::p95:
      return row.latency_p95_ms;
    case LatencyKind::p99:
      return row.latency_p99_ms;
    case LatencyKind::computed:
      break;
  }
  return 0;
}

}  // namespace

Try try_of(const io::ProfileRow& row, const Goal& goal, bool keep_flagged) {
  Try entry{to_mode(row), std::nullopt};
  const bool concurrent = goal.objective == Objective::concurrent;
  const auto latency_ms = concurrent ? latency_of(row, goal.latency_kind) : 0;
  const bool complete = row.minibatch_ms && row.power_w && (!concurrent || row.infer_ms) && latency_ms;
  if (complete && (row.usable || keep_flagged)) {
    entry.outcome = Outcome{*row.minibatch_ms, *row.power_w,    row.infer_ms.value_or(0),
                            *latency_ms,       time_error(row), power_error(row)};
  }
  return entry;
}

std::optional<Mode> answer_of(const io::ProfileTable& table) {
  std::optional<Mode> answer;
  for (const io::ProfileRow& row : table.rows) {
    if (row.decision == to_string(Decision::Kind::answer)) answer = to_mode(row);
  }
  return answer;
}

std::vector<Try> tries_of(const io::ProfileTable& table, const Goal& goal, bool keep_flagged) {
  std::vector<Try> tries;
  for (const io::ProfileRow& row : table.rows) {
    if (!ends_search(row)) tries.push_back(try_of(row, goal, keep_flagged));
  }
  return tries;
}

}  // namespace wattline::model
