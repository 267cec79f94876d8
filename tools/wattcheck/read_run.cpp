// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/read_run.hpp"

#include <algorithm>

#include "base/parse.hpp"
#include "io/rail_meta.hpp"
#include "wattcheck/read_rows.hpp"

namespace wattline::wattcheck {

namespace {

void read_meta(Run& run) {
  File& file = run.files.back();
  if (file.path == "-") return;
  const std::string path = file.path + ".meta";
  file.meta = io::read_meta(path, file.meta_problem);
  if (file.kind == Kind::power) widen(run.rail_facts, io::rail_facts(file.meta, run.rail, file.meta_problem));
}

// Several files of a kind, such as the parts of a rotated log, may be given in any order.
template <class Rows, class Time>
void sort_by(Rows& rows, Time time) {
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return a.*time < b.*time; });
}

// Where a meta file states it, as those of pmsweep do.
std::optional<Span> window_in(const File& file) {
  const auto number = [&](const char* name) {
    const auto values = io::meta_values(file.meta, name);
    return values.empty() ? std::nullopt : to_double(values.back());
  };
  const auto start_s = number("window_start_mono_s"), end_s = number("window_end_mono_s");
  if (!start_s || !end_s || *start_s >= *end_s) return std::nullopt;
  return Span{*start_s, *end_s, "window"};
}

// Steps that are not wholly in the window were not used for a result.
void keep_to_window(Run& run) {
  for (const File& file : run.files) {
    if (!run.window) run.window = window_in(file);
  }
  if (!run.window) return;
  for (Step& step : run.steps) {
    const bool inside = run.window->holds(step.start_s) && run.window->holds(step.end_s);
    if (!inside && step.phase == StepPhase::counted) step.phase = StepPhase::stabilizing;
  }
}

}  // namespace

Run read_run(const std::vector<std::string>& paths, const std::string& rail) {
  Run run;
  run.rail = rail;
  for (const std::string& path : paths) {
    io::TsvReader reader(path);
    File file;
    file.path = path;
    file.kind = kind_of(reader);
    run.files.push_back(file);
    read_meta(run);
    read_rows(reader, run);
    run.files.back().torn = reader.torn();
  }
  sort_by(run.readings, &PowerReading::mono_s);
  sort_by(run.load, &LoadReading::mono_s);
  sort_by(run.steps, &Step::start_s);
  sort_by(run.epochs, &Epoch::start_s);
  keep_to_window(run);
  return run;
}

}  // namespace wattline::wattcheck
