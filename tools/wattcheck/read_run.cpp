// SPDX-License-Identifier: Apache-2.0
#include "wattcheck/read_run.hpp"

#include <algorithm>
#include <memory>

#include "base/parse.hpp"
#include "io/fd.hpp"
#include "io/input.hpp"
#include "io/rail_meta.hpp"
#include "io/regular_file.hpp"
#include "wattcheck/row_files.hpp"
#include "wattcheck/rows_in_order.hpp"

namespace wattline::wattcheck {

namespace {

using Readers = std::vector<std::unique_ptr<io::TsvReader>>;  // one for each of Run::files

void read_meta(Run& run) {
  File& file = run.files.back();
  if (file.path == "-") return;
  const std::string path = file.path + ".meta";
  file.meta = io::read_meta(path, file.meta_problem);
  if (file.kind == Kind::power) widen(run.rail_facts, io::rail_facts(file.meta, run.rail, file.meta_problem));
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

Readers open_files(Run& run, const std::vector<std::string>& paths) {
  Readers readers;
  for (const std::string& path : paths) {
    readers.push_back(std::make_unique<io::TsvReader>(io::TsvReader::printed(path)));
    File file;
    file.path = path;
    file.kind = kind_of(*readers.back());
    if (file.kind != Kind::step) readers.back()->pass_text(false);  // our own tools print only rows
    file.columns.insert(readers.back()->names().begin(), readers.back()->names().end());
    run.files.push_back(file);
    read_meta(run);
    if (!run.window) run.window = window_in(run.files.back());
  }
  return readers;
}

template <class Rows>
std::vector<Rows> files_with(Kind kind, Run& run, const Readers& readers) {
  std::vector<Rows> files;
  for (std::size_t i = 0; i < readers.size(); ++i) {
    if (run.files[i].kind == kind) files.emplace_back(*readers[i], run, i);
  }
  return files;
}

// The rest of the job, in which modes are tried, is not a measurement of one mode.
void read_windows(Run& run, const Readers& readers) {
  auto windows = files_with<TuneRows>(Kind::window, run, readers);
  if (windows.empty()) return;
  HoldFacts facts;
  for_each_in_order(windows, [&](const TunedWindow& window) { facts.add(window); });
  run.held = facts.longest();
  run.window = run.held ? std::optional(run.held->span) : std::nullopt;
}

void read_steps(Run& run, const Readers& readers) {
  auto steps = files_with<StepRows>(Kind::step, run, readers);
  for_each_in_order(steps, [&](const Step& step) { run.steps.add(step, run.window); });
  auto epochs = files_with<EpochRows>(Kind::epoch, run, readers);
  for_each_in_order(epochs, [&](const Epoch& epoch) { run.epochs.add(epoch); });
  if (run.has(Kind::window)) {
    run.phase = run.window;
  } else {
    run.phase = run.window ? run.window : run.steps.all ? run.steps.counted : run.epochs.all;
  }
}

std::string path_to_reopen(const File& file) {
  return file.path == "-" ? io::descriptor_path(STDIN_FILENO) : file.path;
}

bool can_be_read_twice(const File& file) {
  const auto status = io::file_status(path_to_reopen(file));
  return status && S_ISREG(status->st_mode);
}

// From the first to the last row of the rail.
std::optional<Span> span_of_power(const Run& run) {
  std::optional<Span> span;
  for (const File* file : run.files_of(Kind::power)) {
    io::TsvReader reader(io::open_input(path_to_reopen(*file)), io::input_name(file->path));
    const std::size_t rail = reader.require("rail"), mono = reader.require("mono_s");
    while (reader.next()) {
      if (reader.field(rail) != run.rail) continue;
      if (const auto mono_s = reader.number(mono)) widen(span, {*mono_s, *mono_s, "power"});
    }
  }
  return span;
}

// Without steps and epochs the counted phase is the whole power log, which is read once before for its end; what comes
// through a pipe is kept instead.
void read_power(Run& run, const Readers& readers) {
  auto files = files_with<PowerRows>(Kind::power, run, readers);
  const auto logs = run.files_of(Kind::power);
  std::vector<PowerReading> kept;
  if (!run.window && !run.has(Kind::window) && !run.has(Kind::step) && !run.has(Kind::epoch)) {
    if (std::all_of(logs.begin(), logs.end(), [](const File* log) { return can_be_read_twice(*log); })) {
      run.phase = span_of_power(run);
    } else {
      for_each_in_order(files, [&](const PowerReading& reading) { kept.push_back(reading); });
      if (!kept.empty()) run.phase = Span{kept.front().start_s, kept.back().start_s, "power"};
    }
  }
  if (run.phase && !files.empty()) run.power.emplace(*run.phase, run.steps.all, run.rail_facts);
  const auto add = [&](const PowerReading& reading) {
    if (run.power) run.power->add(reading);
  };
  for (const PowerReading& reading : kept) add(reading);
  for_each_in_order(files, add);
  const bool has_rows = std::any_of(logs.begin(), logs.end(), [](const File* log) { return log->rows > 0; });
  if (!has_rows) run.power.reset();
  if (run.power) run.power->finish();
}

void read_machine(Run& run, const Readers& readers) {
  auto loads = files_with<LoadRows>(Kind::load, run, readers);
  if (run.phase && !loads.empty()) run.load.emplace(*run.phase);
  for_each_in_order(loads, [&](const LoadReading& tick) {
    if (run.load) run.load->add(tick);
  });
  WatchEvent event;
  for (WatchRows& file : files_with<WatchRows>(Kind::watch, run, readers)) {
    while (file.next(event)) {
      if (run.phase) run.watch.add(event, *run.phase);
    }
  }
  Residency residency;
  for (ResidencyRows& file : files_with<ResidencyRows>(Kind::residency, run, readers)) {
    while (file.next(residency)) {
      if (residency.resident_pct) run.resident = residency;
    }
  }
}

}  // namespace

Run read_run(const std::vector<std::string>& paths, const std::string& rail) {
  Run run;
  run.rail = rail;
  const Readers readers = open_files(run, paths);
  read_windows(run, readers);
  read_steps(run, readers);
  read_power(run, readers);
  read_machine(run, readers);
  for (std::size_t i = 0; i < readers.size(); ++i) {
    run.files[i].torn = readers[i]->torn();
    run.files[i].text = readers[i]->text();
  }
  return run;
}

}  // namespace wattline::wattcheck
