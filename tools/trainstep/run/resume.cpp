// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/resume.hpp"

#include <cmath>
#include <map>

#include "io/regular_file.hpp"
#include "io/step_reader.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::trainstep {

namespace {

// Steps that the epoch rows account for, by epoch.
std::map<std::int64_t, std::int64_t> steps_accounted(const std::string& path) {
  std::map<std::int64_t, std::int64_t> steps;
  if (path.empty() || !io::file_status(path)) return steps;
  io::TsvReader rows = io::TsvReader::empty_allowed(path);
  while (rows.next()) {
    const auto epoch = rows.integer(rows.require("epoch"));
    const auto n = rows.integer(rows.require("steps"));
    if (epoch && n) steps[*epoch] += *n;
  }
  return steps;
}

EpochRecord& of_epoch(std::vector<EpochRecord>& epochs, std::int64_t number) {
  if (epochs.empty() || epochs.back().epoch != number) {
    epochs.emplace_back();
    epochs.back().epoch = number;
  }
  return epochs.back();
}

void find_continuation(EarlierRun& earlier, std::int64_t batches, std::int64_t max_steps) {
  if (earlier.epochs.empty()) return;
  const EpochRecord& last = earlier.epochs.back();
  const bool over = last.steps >= batches || (max_steps > 0 && last.counted >= max_steps);
  earlier.epoch = last.epoch + (over ? 1 : 0);
  if (!over) earlier.progress = {last.steps, last.counted};
}

}  // namespace

EarlierRun read_earlier_run(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches,
                            std::int64_t max_steps) {
  EarlierRun earlier;
  if (!io::file_status(steps_path)) return earlier;
  io::TsvReader rows = io::TsvReader::empty_allowed(steps_path);
  if (rows.names().empty()) return earlier;
  auto accounted = steps_accounted(epochs_path);
  // Rows of an unfinished run have every column but those that may be NA.
  io::StepReader reader(
      rows, {"time_s", "epoch", "step", "images", "stall_ms", "h2d_ms", "compute_ms", "step_ms", "read_ms", "prep_ms"},
      {"launch_ms", "hook_ms", "forward_ms", "backward_ms", "optimizer_ms"});
  while (rows.next()) {
    StepRecord step = reader.read(rows);
    if (std::isnan(step.hook_ms)) step.hook_ms = 0;
    of_epoch(earlier.epochs, step.epoch).add(step);
    if (step.step >= accounted[step.epoch]) of_epoch(earlier.unwritten, step.epoch).add(step);
  }
  for (auto* epochs : {&earlier.epochs, &earlier.unwritten}) {
    for (EpochRecord& epoch : *epochs) epoch.complete = epoch.steps == batches;
  }
  find_continuation(earlier, batches, max_steps);
  return earlier;
}

}  // namespace wattline::trainstep
