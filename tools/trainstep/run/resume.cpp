// SPDX-License-Identifier: Apache-2.0
#include "trainstep/run/resume.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "io/lines.hpp"
#include "io/regular_file.hpp"
#include "io/replace_file.hpp"
#include "io/step_reader.hpp"
#include "io/tsv_reader.hpp"
#include "trainstep/run/validation_means.hpp"

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

// The number of the line with the first row that does not precede that step; empty when all do.
std::optional<long long> line_of(const std::string& path, std::int64_t epoch, std::int64_t step) {
  io::TsvReader rows = io::TsvReader::empty_allowed(path);
  if (rows.names().empty()) return std::nullopt;
  const std::size_t epochs = rows.require("epoch"), steps = rows.require("step");
  while (rows.next()) {
    const std::int64_t e = rows.integer(epochs).value_or(epoch);
    const auto s = rows.integer(steps);  // NA in validation, which follows the steps
    if (e > epoch || (e == epoch && (!s || *s >= step))) return rows.line();
  }
  return std::nullopt;
}

// The number of the last line, if its row is of that epoch.
std::optional<long long> line_of_last(const std::string& path, std::int64_t epoch) {
  io::TsvReader rows = io::TsvReader::empty_allowed(path);
  if (rows.names().empty()) return std::nullopt;
  const std::size_t epochs = rows.require("epoch");
  std::optional<long long> line;
  while (rows.next()) {
    line.reset();
    if (rows.integer(epochs) == epoch) line = rows.line();
  }
  return line;
}

void cut_before(const std::string& path, long long line_number) {
  io::LineReader lines(path);
  io::replace_file(path, [&](io::Output& file) {
    for (std::string_view line; lines.next(line) && lines.line_number() < line_number;) {
      file.write(line);
      file.write("\n");
    }
  });
}

}  // namespace

void EarlierRun::leave_unfinished(std::int64_t epoch) {
  if (unwritten.empty() || unwritten.back().epoch != epoch) return;
  unfinished = std::move(unwritten.back());
  unwritten.pop_back();
}

EarlierRun read_earlier_run(const std::string& steps_path, const std::string& epochs_path, std::int64_t batches) {
  EarlierRun earlier;
  if (!io::file_status(steps_path)) return earlier;
  io::TsvReader rows = io::TsvReader::empty_allowed(steps_path);
  if (rows.names().empty()) return earlier;
  auto accounted = steps_accounted(epochs_path);
  // Rows of an unfinished run have every column but those that may be NA, as the step of a validation is.
  io::StepReader reader(
      rows, {"time_s", "epoch", "images", "stall_ms", "h2d_ms", "compute_ms", "step_ms", "read_ms", "prep_ms"},
      {"step", "launch_ms", "hook_ms", "forward_ms", "backward_ms", "optimizer_ms", "loss", "accuracy_pct"});
  std::map<std::int64_t, ValidationMeans> validations;
  while (rows.next()) {
    StepRecord step = reader.read(rows);
    if (step.phase == StepPhase::validation) {
      validations[step.epoch].add(step);
      continue;
    }
    if (std::isnan(step.hook_ms)) step.hook_ms = 0;
    of_epoch(earlier.epochs, step.epoch).add(step);
    if (step.step >= accounted[step.epoch]) of_epoch(earlier.unwritten, step.epoch).add(step);
  }
  for (auto* epochs : {&earlier.epochs, &earlier.unwritten}) {
    for (EpochRecord& epoch : *epochs) {
      epoch.complete = epoch.steps == batches;
      validations[epoch.epoch].enter_into(epoch);
    }
  }
  return earlier;
}

void remove_rows_from(const std::string& steps_path, std::int64_t epoch, std::int64_t step) {
  if (!io::file_status(steps_path)) return;
  if (const auto line = line_of(steps_path, epoch, step)) cut_before(steps_path, *line);
}

void remove_last_row_of(const std::string& epochs_path, std::int64_t epoch, std::int64_t steps) {
  if (steps_accounted(epochs_path)[epoch] < steps) return;
  if (const auto line = line_of_last(epochs_path, epoch)) cut_before(epochs_path, *line);
}

}  // namespace wattline::trainstep
