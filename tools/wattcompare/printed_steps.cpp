// SPDX-License-Identifier: Apache-2.0
#include "wattcompare/printed_steps.hpp"

#include <fcntl.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "io/step_reader.hpp"
#include "io/tsv_reader.hpp"

namespace wattline::wattcompare {

namespace {

constexpr double kContiguousS = 1e-3;  // steps follow each other within the trainer's own bookkeeping

bool has_steps(const io::TsvReader& reader) {
  return reader.find("start_mono_s") && reader.find("end_mono_s") && reader.find("step_ms");
}

// What a program that knows nothing of step rows prints need not be a table.
std::optional<io::TsvReader> open_steps(const std::string& path, const std::string& name) {
  io::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) return std::nullopt;
  if (!file) throw os_error(path, errno);
  try {
    io::TsvReader reader = io::TsvReader::printed(std::move(file), name);
    if (has_steps(reader)) return reader;
  } catch (const Error& error) {
    if (error.code() != ExitCode::data) throw;
  }
  return std::nullopt;
}

void add_stretch(std::vector<Stretch>& stretches, double start_s, double end_s) {
  if (!stretches.empty() && start_s - stretches.back().end_s < kContiguousS) {
    stretches.back().end_s = end_s;
  } else {
    stretches.push_back({start_s, end_s});
  }
}

}  // namespace

PrintedSteps read_printed_steps(const std::string& path, const std::string& name) {
  PrintedSteps steps;
  auto reader = open_steps(path, name);
  steps.found = reader.has_value();
  if (!reader) return steps;
  io::StepReader rows(*reader, {"step_ms"});
  const auto source = reader->find("source");
  double last_s = 0;
  while (reader->next()) {
    if (source) steps.source = std::string(reader->field(*source));
    const io::StepRow row = rows.read(*reader);
    if (row.phase != StepPhase::counted) continue;
    const double start_s = to_seconds(row.start_ns), end_s = to_seconds(row.end_ns);
    if (start_s < last_s) {
      throw data_error(reader->name() + ": line " + std::to_string(reader->line()) + ": goes back in time");
    }
    last_s = end_s - kContiguousS;
    steps.sum_ms += row.step_ms;
    ++steps.counted;
    add_stretch(steps.stretches, start_s, end_s);
  }
  steps.text = reader->text();
  return steps;
}

}  // namespace wattline::wattcompare
