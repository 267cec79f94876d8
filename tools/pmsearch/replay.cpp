// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/replay.hpp"

#include <algorithm>

#include "io/input.hpp"
#include "model/agreement.hpp"
#include "model/profile_import.hpp"

namespace wattline::pmsearch {

namespace {

using model::Mode;
using model::Outcome;
using Outcomes = std::map<Mode, Outcome>;

// One outcome per mode; rows that are flagged or incomplete are left out.
Outcomes outcomes_of(const cli::Context& context, const io::ProfileTable& table, const std::string& path,
                     const model::Goal& goal, bool keep_flagged) {
  std::map<Mode, std::vector<Outcome>> repeated;
  std::vector<model::ModeReading> readings;
  for (const model::Try& entry : model::tries_of(table, goal, keep_flagged)) {
    if (!entry.outcome) continue;
    repeated[entry.mode].push_back(*entry.outcome);
    readings.push_back(model::to_reading(entry.mode, *entry.outcome));
  }
  const std::string doubt = model::doubt_about_repeats(readings, io::input_name(path));
  if (!doubt.empty()) context.note(doubt);
  Outcomes outcomes;
  for (const auto& [mode, all] : repeated) outcomes[mode] = model::combine(all);
  return outcomes;
}

// Training and inference side by side, taking turns on the GPU: each keeps its own time, and the board draws the larger
// power (both checked on boards by the authors of the AutoCITE draft).
Outcomes interleave(const Outcomes& training, const Outcomes& inference) {
  Outcomes both;
  for (const auto& [mode, infer] : inference) {
    const auto train = training.find(model::without_batch(mode));
    if (train == training.end()) continue;
    const Outcome& hotter = train->second.power_w > infer.power_w ? train->second : infer;
    both[mode] = {train->second.minibatch_ms, hotter.power_w, infer.minibatch_ms};
    both[mode].log_ms_sd = train->second.log_ms_sd;
    both[mode].log_w_sd = hotter.log_w_sd;
  }
  return both;
}

}  // namespace

Replay::Replay(cli::Context& context, const RunOptions& options, const model::Goal& goal) {
  const bool keep = options.search.table.keep_flagged;
  const auto needs = io::ProfileNeeds::outcome;
  if (!goal.chooses_batch()) {
    const auto table = cli::read_one_batch(context, options.replay, needs, options.search.table);
    outcomes_ = outcomes_of(context, table, options.replay, goal, keep);
  } else if (options.infer.empty()) {
    const auto table = cli::read_table(context, options.replay, needs, options.search.table);
    outcomes_ = outcomes_of(context, table, options.replay, goal, keep);
  } else {
    const model::Goal alone;  // the two tables hold one workload each
    const auto training = cli::read_one_batch(context, options.replay, needs, options.search.table);
    const auto inference = cli::read_table(context, options.infer, needs, options.search.table);
    outcomes_ = interleave(outcomes_of(context, training, options.replay, alone, keep),
                           outcomes_of(context, inference, options.infer, alone, keep));
  }
  if (outcomes_.empty()) throw data_error(options.replay + ": every row is flagged or incomplete");
}

std::vector<Mode> Replay::modes() const {
  std::vector<Mode> modes;
  for (const auto& entry : outcomes_) modes.push_back(entry.first);
  return modes;
}

model::History Replay::everything() const {
  model::History history;
  for (const auto& [mode, outcome] : outcomes_) history.add({mode, outcome});
  return history;
}

Profiled Replay::profile(const Mode& mode) const {
  const auto found = outcomes_.find(mode);
  const auto outcome = found == outcomes_.end() ? std::nullopt : std::optional<Outcome>(found->second);
  return {{mode, outcome}, "NA", "replayed"};
}

}  // namespace wattline::pmsearch
