// SPDX-License-Identifier: Apache-2.0
#include "pmsearch/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::pmsearch {

namespace {

std::vector<model::TargetRun> read_runs(const std::string& path) {
  io::TsvReader reader(path);
  const std::size_t batch = reader.require("batch"), samples = reader.require("samples");
  std::vector<model::TargetRun> runs;
  while (reader.next()) {
    const model::TargetRun run{reader.required_integer(batch), reader.number(samples)};
    if (run.batch <= 0 || (run.samples && !(*run.samples > 0))) {
      throw data_error(fmt::format("{}: line {}: batch and samples must be positive", path, reader.line()));
    }
    runs.push_back(run);
  }
  reader.require_whole();
  return runs;
}

// What is not known from runs with the same batch size.
void note_batches(const cli::Context& context, const std::vector<model::TargetRun>& runs,
                  const model::TargetSamples& target, const std::vector<std::int64_t>& batches) {
  std::int64_t low = std::numeric_limits<std::int64_t>::max(), high = 0;
  for (const model::TargetRun& run : runs) {
    if (run.samples) low = std::min(low, run.batch), high = std::max(high, run.batch);
  }
  for (const std::int64_t batch : batches) {
    if (target.count(batch) == 0) {
      context.note(fmt::format("batches of {} are left out: it is not known that they reach the target", batch));
    } else if (batch < low || batch > high) {
      context.note(fmt::format("batches of {}: the samples to the target are extrapolated from batches of {} to {}",
                               batch, low, high));
    }
  }
}

}  // namespace

model::Space set_target(cli::Context& context, const SearchOptions& options, model::Goal& goal, model::Space space) {
  const std::string& path = options.target_samples;
  if (path.empty()) return space;
  const std::vector<model::TargetRun> runs = read_runs(path);
  goal.target_samples = model::target_samples(runs, space.axis(model::kBatch));
  std::vector<model::Mode> reaching;
  for (const model::Mode& mode : space.modes()) {
    if (goal.target_samples.count(mode[model::kBatch]) != 0) reaching.push_back(mode);
  }
  if (reaching.empty()) {
    throw data_error(path + ": no batch size of the modes reaches the target",
                     "give the samples for one of these batch sizes, or for at least two others");
  }
  note_batches(context, runs, goal.target_samples, space.axis(model::kBatch));
  return model::Space(std::move(reaching));
}

std::optional<TargetCosts> target_costs(const model::Goal& goal, const model::Mode& mode,
                                        const model::Outcome& outcome) {
  if (goal.target_samples.empty() || !goal.reaches_target(mode)) return std::nullopt;
  const double time_s = goal.counted_ms(mode, outcome.minibatch_ms) * 1e-3;
  return TargetCosts{time_s, time_s * outcome.power_w};
}

}  // namespace wattline::pmsearch
