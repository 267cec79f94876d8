// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/recorded_run.hpp"

#include <algorithm>

#include "base/enum_name.hpp"
#include "base/parse.hpp"

namespace wattline::wattcheck {

namespace {

// From the start of the first to the end of the last of the rows that `use` accepts.
template <class Rows, class Use>
std::optional<Span> span_of(const Rows& rows, const char* what, const Use& use) {
  std::optional<Span> span;
  for (const auto& row : rows) {
    if (!use(row)) continue;
    if (!span) span = Span{row.start_s, row.end_s, what};
    span->start_s = std::min(span->start_s, row.start_s);
    span->end_s = std::max(span->end_s, row.end_s);
  }
  return span;
}

}  // namespace

const char* to_string(Kind kind) {
  return enum_name(kind, {"power", "load", "step", "epoch", "watch", "residency"});
}

bool Run::has(Kind kind) const {
  return !files_of(kind).empty();
}

std::vector<const File*> Run::files_of(Kind kind) const {
  std::vector<const File*> found;
  for (const File& file : files) {
    if (file.kind == kind) found.push_back(&file);
  }
  return found;
}

std::string Run::where(const Place& place) const {
  const std::string& path = files[place.file].path;
  return place.line > 0 ? path + ":" + std::to_string(place.line) : path;
}

std::string Run::where(Kind kind) const {
  std::vector<std::string> paths;
  for (const File* file : files_of(kind)) paths.push_back(file->path);
  return join(paths, ",");
}

std::optional<Span> counted_phase(const Run& run) {
  const auto is_counted = [](const Step& step) { return step.phase == StepPhase::counted; };
  const auto all = [](const auto&) { return true; };
  if (run.window) return run.window;
  if (!run.steps.empty()) return span_of(run.steps, "step", is_counted);
  if (!run.epochs.empty()) return span_of(run.epochs, "epoch", all);
  if (run.has(Kind::step) || run.has(Kind::epoch) || run.readings.empty()) return std::nullopt;
  return Span{run.readings.front().mono_s, run.readings.back().mono_s, "power"};
}

std::vector<const PowerReading*> fresh_readings(const Run& run, const Span& phase) {
  std::vector<const PowerReading*> fresh;
  for (const PowerReading& reading : run.readings) {
    if (reading.power_w && !reading.stale && phase.holds(reading.mono_s)) fresh.push_back(&reading);
  }
  return fresh;
}

std::vector<const WatchEvent*> deviations_in(const Run& run, const Span& phase) {
  std::vector<const WatchEvent*> found;
  for (const WatchEvent& event : run.watch) {
    if (event.status != "deviates" || event.mono_s > phase.end_s) continue;
    const bool over_before = std::any_of(run.watch.begin(), run.watch.end(), [&](const WatchEvent& later) {
      return later.knob == event.knob && later.object == event.object && later.status == "follows" &&
             later.mono_s > event.mono_s && later.mono_s < phase.start_s;
    });
    if (!over_before) found.push_back(&event);
  }
  return found;
}

std::string missing_in_load(const Run& run, const Span& phase, const std::string& column) {
  const std::string where = run.where(Kind::load);
  return load_in(run, phase).empty() ? where + " has no rows in the counted phase" : "no " + column + " in " + where;
}

std::vector<const LoadReading*> load_in(const Run& run, const Span& phase) {
  std::vector<const LoadReading*> ticks;
  for (const LoadReading& tick : run.load) {
    if (phase.holds(tick.mono_s)) ticks.push_back(&tick);
  }
  return ticks;
}

}  // namespace wattline::wattcheck
