// SPDX-License-Identifier: Apache-2.0
#include "model/profiles.hpp"

namespace wattline::model {

Mode to_mode(const io::ProfileRow& row) {
  return to_mode(row.mode, row.batch);
}

std::vector<Mode> modes_of(const io::ProfileTable& table) {
  std::vector<Mode> modes;
  modes.reserve(table.rows.size());
  for (const io::ProfileRow& row : table.rows) modes.push_back(to_mode(row));
  return modes;
}

std::vector<ModeReading> readings_of(const io::ProfileTable& table, bool keep_flagged) {
  std::vector<ModeReading> readings;
  for (const io::ProfileRow& row : table.rows) {
    if (row.verdict || !row.minibatch_ms || !row.power_w || !(row.good || keep_flagged)) continue;
    readings.push_back({to_mode(row), *row.minibatch_ms, *row.power_w});
  }
  return combine(readings);
}

std::vector<Try> tries_of(const io::ProfileTable& table, const Goal& goal, bool keep_flagged) {
  std::vector<Try> tries;
  for (const io::ProfileRow& row : table.rows) {
    if (row.verdict) continue;
    Try entry{to_mode(row), std::nullopt};
    const bool complete = row.minibatch_ms && row.power_w && (goal.objective != Objective::concurrent || row.infer_ms);
    if (complete && (row.usable || keep_flagged)) {
      entry.outcome = Outcome{*row.minibatch_ms, *row.power_w, row.infer_ms.value_or(0)};
    }
    tries.push_back(entry);
  }
  return tries;
}

}  // namespace wattline::model
