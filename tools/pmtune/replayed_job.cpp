// SPDX-License-Identifier: Apache-2.0
#include "pmtune/replayed_job.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "model/history.hpp"
#include "model/profile_import.hpp"
#include "model/tune_replay.hpp"
#include "pmtune/earlier_run.hpp"
#include "pmtune/job_summary.hpp"
#include "pmtune/replayed_row.hpp"

namespace wattline::pmtune {

namespace {

model::BoardTable surface_of(cli::Context& context, const Options& options, const model::Goal& goal) {
  const auto table = cli::read_one_batch(context, options.replay, io::ProfileNeeds::outcome, options.table);
  const model::History history(model::tries_of(table, goal, options.table.keep_flagged));
  model::BoardTable surface = history.combined();
  if (surface.empty()) throw data_error(options.replay + ": every row is flagged or incomplete");
  return surface;
}

model::Space space_of(const model::BoardTable& surface) {
  std::vector<model::Mode> modes;
  for (const auto& entry : surface) modes.push_back(entry.first);
  return model::Space(modes);
}

}  // namespace

int replay(const Options& options, cli::Context& context) {
  const model::Goal goal = goal_of(options);
  const model::BoardTable surface = surface_of(context, options, goal);
  const model::Space space = space_of(surface);
  model::Tuner tuner(space, goal, rules_of(options), start_of(space, options.rules));
  tuner.expect(earlier_readings(context, options));
  cli::RowStream stream(context, options.rows, tune_rows().kind());
  JobSummary summary;
  model::ReplayRules rules;
  rules.steps = *options.steps;
  rules.switch_s = to_seconds(options.switch_ns);
  rules.settle_s = to_seconds(options.settle_ns);
  rules.seed = options.seed;
  std::int64_t number = 0;
  double done = 0;
  model::replay_tuning(surface, tuner, rules, [&](const model::TuneWindow& window) {
    const std::int64_t before = std::llround(done);
    done += window.steps;
    TuneRow row = replayed_row(window, ++number, std::llround(done) >= std::llround(*options.steps));
    row.steps = std::llround(done) - before;
    summary.add(row);
    tune_rows().write(stream.rows(), row);
  });
  write_summary(context, options.summary, summary.text(std::nullopt, rules_of(options).limit));
  return to_int(ExitCode::ok);
}

}  // namespace wattline::pmtune
